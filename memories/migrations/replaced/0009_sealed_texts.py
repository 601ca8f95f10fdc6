"""Keep the originals of masked texts encrypted, where the policy of a pack says so."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('memories', '0008_privacy'),
    ]

    operations = [
        migrations.CreateModel(
            name='SealedText',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sealed', models.BinaryField(verbose_name='encrypted')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('expires_at', models.DateTimeField(db_index=True, verbose_name='expires')),
                ('memory', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='sealed', to='memories.memory', verbose_name='memory')),
            ],
            options={
                'verbose_name': 'sealed text',
                'verbose_name_plural': 'sealed texts',
                'db_table': 'sealed_texts',
                'ordering': ['-id'],
            },
        ),
    ]
