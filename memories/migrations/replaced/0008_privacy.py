"""Keep orders about many memories: forgetting by a filter, and scans for sensitive text."""

import uuid
from django.db import migrations, models

from core.db.operations import FixedOwner


class Migration(migrations.Migration):

    dependencies = [
        ('memories', '0007_packed_traces'),
    ]

    operations = [
        migrations.CreateModel(
            name='PrivacyJob',
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
                ('work', models.CharField(choices=[('forget', 'Forget'), ('scan', 'Look for sensitive text')], max_length=8, verbose_name='work')),
                ('keys', models.JSONField(default=list, verbose_name='memories')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('outcome', models.JSONField(default=dict, verbose_name='outcome')),
                ('reason', models.CharField(blank=True, max_length=2000, verbose_name='reason')),
                ('total', models.PositiveIntegerField(default=0, verbose_name='in all')),
                ('done', models.PositiveIntegerField(default=0, verbose_name='done')),
                ('is_canceled', models.BooleanField(default=False, verbose_name='canceled')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
            ],
            options={
                'verbose_name': 'privacy job',
                'verbose_name_plural': 'privacy jobs',
                'db_table': 'privacy_jobs',
                'ordering': ['-id'],
                'indexes': [models.Index(fields=['base_user', '-id'], name='idx_privacy_jobs_user')],
            },
        ),
        FixedOwner("privacy_jobs", owner="base_user"),
    ]
