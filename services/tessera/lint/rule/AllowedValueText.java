package tessera.lint.rule;

import tessera.kube.schema.FieldConstraint;
import tessera.kube.schema.ValueFormat;
import tessera.text.MessageCatalog;

/** The allowed values of a field, in words for people. */
final class AllowedValueText {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AllowedValueText.class);

    private AllowedValueText() {}

    static String textOf(FieldConstraint constraint) {
        return switch (constraint) {
            case FieldConstraint.OneOf(var names, var _) -> String.join(", ", names);
            case FieldConstraint.NumberRange range -> range.isOpen() ? MESSAGES.text("range.open", range.least())
                    : MESSAGES.text("range.closed", range.least(), range.most());
            case FieldConstraint.FormatConstraint(var format) -> formText(format);
        };
    }

    static String formText(ValueFormat format) {
        return MESSAGES.text(switch (format) {
            case NAME -> "format.name";
            case LABEL -> "format.label";
            case PORT_NAME -> "format.port.name";
            case PORT -> "format.port";
            case SHARE, SURGE -> "format.share";
            case ENV_NAME -> "format.variable";
            case FIELD_PATH -> "format.field.path";
            case FIELD_RESOURCE -> "format.resource.field";
            case CRON_SCHEDULE -> "format.cron";
            case DATA_KEY, DATA_KEYS -> "format.data.key";
            case LABEL_VALUE, LABELS, KEY, ANNOTATIONS -> "format.label.value";
            case EXTENDED_RESOURCE, AMOUNTS, CONTAINER_RESOURCES, QUOTA_RESOURCES -> "format.resource";
        });
    }
}
