package tessera.lint.rule;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.kube.names.NameFormatRules;

/** The form of a name, as the table of fields calls it. */
enum StringFieldFormat {

    NAME,
    LABEL,
    PORT_NAME,
    PORT,
    SHARE,
    SURGE,
    ENV_NAME,
    FIELD_PATH,
    FIELD_RESOURCE,
    DATA_KEY;

    private static final Pattern NUMBER = Pattern.compile("-?\\d+");
    private static final Pattern ENVIRONMENT = Pattern.compile("[ -<>-~]+");
    private static final Pattern FIELD = Pattern.compile("metadata\\.(?:name|namespace|uid|labels|annotations)"
            + "|metadata\\.(?:labels|annotations)\\['[^']+'\\]"
            + "|spec\\.(?:nodeName|serviceAccountName)|status\\.(?:hostIPs?|podIPs?)");
    private static final Pattern RESOURCE = Pattern
            .compile("(?:limits|requests)\\.(?:cpu|memory|ephemeral-storage|hugepages-.+)");
    private static final String MARK = "@";
    private static final int MOST = 65_535;

    /** Returns whether values of a field are described by their form. */
    static boolean isForm(String values) {
        return values.startsWith(MARK);
    }

    static StringFieldFormat of(String values) {
        return valueOf(values.substring(MARK.length()).toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    String formText() {
        return switch (this) {
            case NAME -> "lower-case letters, digits, “-” and “.”, up to 253 of them";
            case LABEL -> "lower-case letters, digits and “-”, up to 63 of them";
            case PORT_NAME -> "lower-case letters, at least one, digits and “-”, up to 15 of them";
            case PORT -> "a number from 1 to 65535, or the name of a port";
            case SHARE, SURGE -> "a whole number, or a percentage such as 30%";
            case ENV_NAME -> "printable characters without “=”";
            case FIELD_PATH -> "a field of the pod, such as metadata.name, spec.nodeName, status.podIP or "
                    + "metadata.labels['KEY']";
            case FIELD_RESOURCE -> "limits or requests of cpu, memory, ephemeral-storage or huge pages";
            case DATA_KEY -> "letters, digits, “-”, “_” and “.”, up to 253 of them";
        };
    }

    boolean accepts(String text) {
        return switch (this) {
            case NAME -> NameFormatRules.isSubdomain(text);
            case LABEL -> NameFormatRules.isLabel(text);
            case PORT_NAME -> isPortName(text);
            case PORT -> isPort(text);
            case SHARE -> text.matches("\\d{1,10}|\\d{1,2}%|100%");
            case SURGE -> text.matches("\\d{1,10}|\\d{1,6}%");
            case ENV_NAME -> ENVIRONMENT.matcher(text).matches();
            case FIELD_PATH -> FIELD.matcher(text).matches();
            case FIELD_RESOURCE -> RESOURCE.matcher(text).matches();
            case DATA_KEY -> NameFormatRules.checkConfigKey(text).isEmpty();
        };
    }

    /** Returns the text in this form, if that is a matter of case and of separators. */
    Optional<String> nearestName(String text) {
        var dashed = text.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s_]+", "-");
        return Stream.of(dashed, dashed.replace('.', '-')).filter(this::accepts)
                .filter(near -> !NUMBER.matcher(near).matches()).findFirst();
    }

    private static boolean isPortName(String text) {
        return NameFormatRules.checkPortName(text).isEmpty();
    }

    private static boolean isPort(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return isPortName(text);
        }
        // None is the port of the Service itself.
        return text.length() <= String.valueOf(MOST).length() && Integer.parseInt(text) >= 0
                && Integer.parseInt(text) <= MOST;
    }
}
