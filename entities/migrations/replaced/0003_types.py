from django.db import migrations

# key, Japanese, English, description, icon, color
TYPES = [
    ("Person", "人物", "Person", "個人・人物・キャラクター", "user", "#0072b2"),
    ("Location", "場所", "Place", "地理的位置・建物・空間", "pin", "#009e73"),
    ("Event", "出来事", "Event", "イベント・行動・変化", "calendar", "#d55e00"),
    ("Concept", "概念", "Concept", "抽象的概念・アイデア", "idea", "#8a6fb0"),
    ("Object", "物体", "Object", "有形・無形のオブジェクト", "box", "#7a6a53"),
    ("Organization", "組織", "Organization", "会社・団体・グループ", "building", "#56b4e9"),
    ("TimeUnit", "時間", "Time", "時刻・期間・スケジュール", "clock", "#999999"),
    ("Task", "タスク", "Task", "作業・TODO", "check", "#e69f00"),
    ("Document", "文書", "Document", "ファイル・記録・参考資料", "file", "#b08d00"),
    ("Technology", "技術", "Technology", "ツール・システム・技術要素", "chip", "#cc79a7"),
    ("Project", "プロジェクト", "Project", "目的と期間のある取り組み", "folder", "#4477cc"),
]


def add_types(apps, schema_editor):
    EntityType = apps.get_model("entities", "EntityType")
    EntityType.objects.using(schema_editor.connection.alias).bulk_create(
        [
            EntityType(type_name=key, display_name=ja, display_name_en=en, description=about, icon=icon, color=color)
            for key, ja, en, about, icon, color in TYPES
        ],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("entities", "0002_references")]

    # Backwards, types stay because rows may use them; they go with their table.
    operations = [migrations.RunPython(add_types, migrations.RunPython.noop)]
