package tessera.kube.names;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The formats of names, keys and label values. Each method returns what is wrong, in the API server's words; nothing for a good one. */
public final class NameFormatRules {

    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String SERVICE = "[a-z]([-a-z0-9]*[a-z0-9])?";
    private static final String QUALIFIED = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String VALUE = "(" + QUALIFIED + ")?";
    private static final String CONFIG_KEY = "[-._a-zA-Z0-9]+";
    private static final int LONGEST_LABEL = 63;
    private static final int LONGEST_PORT = 15;
    private static final int LONGEST_SUBDOMAIN = 253;

    private static final Pattern LABEL_FORM = Pattern.compile(LABEL);
    private static final Pattern SUBDOMAIN_FORM = Pattern
            .compile("[a-z0-9]++(?:-++[a-z0-9]++)*+" + "(?:\\.[a-z0-9]++(?:-++[a-z0-9]++)*+)*+");
    private static final Pattern SERVICE_FORM = Pattern.compile(SERVICE);
    private static final Pattern QUALIFIED_FORM = Pattern.compile(QUALIFIED);
    private static final Pattern VALUE_FORM = Pattern.compile(VALUE);
    private static final Pattern PORT_FORM = Pattern.compile("[-a-z0-9]+");
    private static final Pattern CONFIG_KEY_FORM = Pattern.compile(CONFIG_KEY);

    private NameFormatRules() {}

    public static boolean isSubdomain(String name) {
        return checkSubdomain(name).isEmpty();
    }

    public static boolean isLabel(String name) {
        return checkLabel(name).isEmpty();
    }

    public static boolean isLabelValue(String value) {
        return checkLabelValue(value).isEmpty();
    }

    public static boolean isQualifiedName(String key) {
        return checkQualifiedName(key).isEmpty();
    }

    /** Returns whether a text is a qualified name with a domain, as names of extended resources are. */
    public static boolean isNameWithDomain(String key) {
        return key.contains("/") && isQualifiedName(key);
    }

    /** Checks the name of most objects: a DNS subdomain. */
    public static List<String> checkSubdomain(String name) {
        return checkFormat(name, LONGEST_SUBDOMAIN, SUBDOMAIN_FORM,
                "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must "
                        + "start and end with an alphanumeric character (e.g. 'example.com'" + regexMessage(SUBDOMAIN));
    }

    /** Checks the name of a namespace or container: a DNS label. */
    public static List<String> checkLabel(String name) {
        return checkFormat(name, LONGEST_LABEL, LABEL_FORM,
                "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and "
                        + "end with an alphanumeric character (e.g. 'my-name',  or '123-abc'" + regexMessage(LABEL));
    }

    /** Checks the name of a Service. */
    public static List<String> checkServiceName(String name) {
        return checkFormat(name, LONGEST_LABEL, SERVICE_FORM,
                "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic "
                        + "character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123'"
                        + regexMessage(SERVICE));
    }

    /** Checks the value of a label. */
    public static List<String> checkLabelValue(String value) {
        return checkFormat(value, LONGEST_LABEL, VALUE_FORM,
                "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must "
                        + "start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345'"
                        + regexMessage(VALUE));
    }

    /** Checks a key of labels, annotations, taints or resources: a name with an optional domain. */
    public static List<String> checkQualifiedName(String key) {
        var parts = key.split("/", -1);
        if (parts.length > 2) {
            return List.of("a qualified name " + qualifiedNameMessage()
                    + " with an optional DNS subdomain prefix and '/' (e.g. " + "'example.com/MyName')");
        }
        var wrong = new ArrayList<String>();
        if (parts.length == 2 && parts[0].isEmpty()) {
            wrong.add("prefix part must be non-empty");
        } else if (parts.length == 2) {
            checkSubdomain(parts[0]).forEach(reason -> wrong.add("prefix part " + reason));
        }
        var name = parts[parts.length - 1];
        if (name.isEmpty()) {
            wrong.add("name part must be non-empty");
        } else if (byteCount(name) > LONGEST_LABEL) {
            wrong.add("name part " + lengthMessage(LONGEST_LABEL));
        }
        if (!matches(QUALIFIED_FORM, name)) {
            wrong.add("name part " + qualifiedNameMessage());
        }
        return wrong;
    }

    /** Checks a key of a ConfigMap or Secret. */
    public static List<String> checkConfigKey(String key) {
        var wrong = new ArrayList<>(checkFormat(key, LONGEST_SUBDOMAIN, CONFIG_KEY_FORM,
                "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or "
                        + "'KEY_NAME',  or 'key-name'" + regexMessage(CONFIG_KEY)));
        if (key.equals(".") || key.startsWith("..")) {
            wrong.add(key.equals(".") || key.equals("..") ? "must not be '" + key + "'" : "must not start with '..'");
        }
        return wrong;
    }

    /** Checks the name of a port. */
    public static List<String> checkPortName(String name) {
        var wrong = new ArrayList<String>();
        if (name.length() > LONGEST_PORT) {
            wrong.add("must be no more than 15 characters");
        }
        if (!matches(PORT_FORM, name)) {
            wrong.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (name.chars().noneMatch(Character::isLowerCase)) {
            wrong.add("must contain at least one letter (a-z)");
        }
        if (name.contains("--")) {
            wrong.add("must not contain consecutive hyphens");
        }
        if (name.startsWith("-") || name.endsWith("-")) {
            wrong.add("must not begin or end with a hyphen");
        }
        return wrong;
    }

    /** Checks the name of a role: anything that can stand in a path. */
    public static List<String> checkPathSegment(String name) {
        if (name.equals(".") || name.equals("..")) {
            return List.of("may not be '" + name + "'");
        }
        return List.of("/", "%").stream().filter(name::contains).map(bad -> "may not contain '" + bad + "'").toList();
    }

    private static List<String> checkFormat(String text, int longest, Pattern form, String message) {
        var wrong = new ArrayList<String>();
        if (byteCount(text) > longest) {
            wrong.add(lengthMessage(longest));
        }
        if (!matches(form, text)) {
            wrong.add(message);
        }
        return wrong;
    }

    /** Returns whether a text matches; long texts do not, as the patterns have nested repetition. */
    private static boolean matches(Pattern form, String text) {
        return text.length() <= 4 * LONGEST_SUBDOMAIN && form.matcher(text).matches();
    }

    private static String qualifiedNameMessage() {
        return "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
                + "character (e.g. 'MyName',  or 'my.name',  or '123-abc'" + regexMessage(QUALIFIED);
    }

    private static String regexMessage(String form) {
        return ", regex used for validation is '" + form + "')";
    }

    private static String lengthMessage(int bytes) {
        return "must be no more than " + bytes + " bytes";
    }

    private static int byteCount(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
