import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('memories', '0009_curation_ownership'),
    ]

    operations = [
        migrations.CreateModel(
            name='LlmUsage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(unique=True, verbose_name='day')),
                ('tokens', models.PositiveBigIntegerField(default=0, verbose_name='tokens')),
                ('requests', models.PositiveIntegerField(default=0, verbose_name='requests')),
            ],
            options={
                'verbose_name': 'use of the language model',
                'verbose_name_plural': 'use of the language model',
                'db_table': 'llm_usage',
                'ordering': ['-day'],
            },
        ),
        migrations.CreateModel(
            name='LlmJob',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content_hash', models.CharField(max_length=64, verbose_name='text hash')),
                ('enqueued_at', models.DateTimeField(verbose_name='asked for')),
                ('held_until', models.DateTimeField(blank=True, null=True, verbose_name='held until')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('last_error', models.CharField(blank=True, max_length=500, verbose_name='last error')),
                ('tokens', models.PositiveIntegerField(default=0, verbose_name='tokens')),
                ('answer', models.JSONField(blank=True, null=True, verbose_name='answer')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('model', models.CharField(blank=True, max_length=128, verbose_name='language model')),
                ('dropped', models.PositiveSmallIntegerField(default=0, verbose_name='dropped')),
                ('memory', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='llm_job', to='memories.memory', verbose_name='memory')),
            ],
            options={
                'verbose_name': 'question to the language model',
                'verbose_name_plural': 'questions to the language model',
                'db_table': 'llm_jobs',
                'indexes': [models.Index(condition=models.Q(('answered_at', None)), fields=['attempts', '-id'], name='idx_llm_jobs_waiting')],
            },
        ),
    ]
