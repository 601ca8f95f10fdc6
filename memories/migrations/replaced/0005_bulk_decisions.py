"""Keep decisions about many proposals at once, with the outcome of each."""

import django.db.models.deletion
import uuid
from django.db import migrations, models

from core.db.operations import FixedOwner, SameOwner


class Migration(migrations.Migration):

    dependencies = [
        ('memories', '0004_worth'),
    ]

    operations = [
        migrations.CreateModel(
            name='BulkDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('enqueued_at', models.DateTimeField(verbose_name='asked for')),
                ('leased_until', models.DateTimeField(blank=True, null=True, verbose_name='not before')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('last_error', models.CharField(blank=True, max_length=500, verbose_name='last error')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name='id')),
                ('base_user', models.CharField(max_length=100, verbose_name='person')),
                ('role', models.CharField(max_length=16, verbose_name='role')),
                ('name', models.CharField(blank=True, max_length=128, verbose_name='name')),
                ('decision', models.CharField(choices=[('accepted', 'Accepted'), ('rejected', 'Rejected')], max_length=8, verbose_name='decision')),
                ('choice', models.CharField(blank=True, max_length=32, verbose_name='choice')),
                ('reason', models.CharField(blank=True, max_length=2000, verbose_name='reason')),
                ('total', models.PositiveIntegerField(default=0, verbose_name='proposals')),
                ('is_undo', models.BooleanField(default=False, verbose_name='is undone')),
                ('is_canceled', models.BooleanField(default=False, verbose_name='canceled')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
            ],
            options={
                'verbose_name': 'bulk decision',
                'verbose_name_plural': 'bulk decisions',
                'db_table': 'bulk_decisions',
                'ordering': ['-id'],
                'indexes': [models.Index(fields=['base_user', '-id'], name='idx_bulk_decisions_user')],
            },
        ),
        migrations.CreateModel(
            name='BulkItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('outcome', models.CharField(choices=[('waiting', 'Waiting'), ('decided', 'Decided'), ('refused', 'Not decided'), ('undone', 'Undone')], default='waiting', max_length=8, verbose_name='outcome')),
                ('code', models.CharField(blank=True, max_length=32, verbose_name='problem')),
                ('change_id', models.UUIDField(blank=True, null=True, verbose_name='change')),
                ('bulk', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='memories.bulkdecision', verbose_name='bulk decision')),
                ('proposal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bulk_items', to='memories.proposal', verbose_name='proposal')),
            ],
            options={
                'verbose_name': 'proposal of a bulk decision',
                'verbose_name_plural': 'proposals of bulk decisions',
                'db_table': 'bulk_decision_items',
                'ordering': ['id'],
                'indexes': [models.Index(fields=['bulk', 'outcome'], name='idx_bulk_items_outcome'), models.Index(fields=['change_id'], name='idx_bulk_items_change')],
                'constraints': [models.UniqueConstraint(fields=('bulk', 'proposal'), name='uq_bulk_items_proposal')],
            },
        ),
        FixedOwner("bulk_decisions", owner="base_user"),
        SameOwner(
            "bulk_decision_items",
            [("bulk_id", "bulk_decisions", "id", "base_user"), ("proposal_id", "proposals", "id")],
            owner=None,
        ),
    ]
