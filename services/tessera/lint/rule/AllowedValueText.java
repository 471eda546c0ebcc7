package tessera.lint.rule;

import tessera.kube.schema.FieldConstraint;
import tessera.kube.schema.ValueFormat;

/** The allowed values of a field, in words for people. */
final class AllowedValueText {

    private AllowedValueText() {}

    static String textOf(FieldConstraint constraint) {
        return switch (constraint) {
            case FieldConstraint.OneOf(var names, var _) -> String.join(", ", names);
            case FieldConstraint.NumberRange range -> range.isOpen() ? range.least() + " or more"
                    : range.least() + " to " + range.most();
            case FieldConstraint.FormatConstraint(var format) -> formText(format);
        };
    }

    static String formText(ValueFormat format) {
        return switch (format) {
            case NAME -> "lower-case letters, digits, “-” and “.”, up to 253 of them";
            case LABEL -> "lower-case letters, digits and “-”, up to 63 of them";
            case PORT_NAME -> "lower-case letters, at least one, digits and “-”, up to 15 of them";
            case PORT -> "a number from 1 to 65535, or the name of a port";
            case SHARE, SURGE -> "a whole number, or a percentage such as 30%";
            case ENV_NAME -> "printable characters without “=”";
            case FIELD_PATH -> "a field of the pod, such as metadata.name, spec.nodeName, status.podIP or "
                    + "metadata.labels['KEY']";
            case FIELD_RESOURCE -> "limits or requests of cpu, memory, ephemeral-storage or huge pages";
            case CRON_SCHEDULE -> "five fields of cron, or a descriptor such as @daily";
            case DATA_KEY, DATA_KEYS -> "letters, digits, “-”, “_” and “.”, up to 253 of them";
            case LABEL_VALUE, LABELS, KEY, ANNOTATIONS -> "letters, digits, “-”, “_” and “.”, up to 63 of them";
            case EXTENDED_RESOURCE, AMOUNTS, CONTAINER_RESOURCES, QUOTA_RESOURCES -> "names of resources";
        };
    }
}
