package tessera.model;

import java.util.regex.Pattern;

/** A field that names a Secret, such as {@code secretName}: what it holds is no secret itself. */
public final class SecretObjectNameField {

    private static final Pattern NAMES = Pattern.compile("(?i)(?:secret[_-]?names?|pull[_-]?secrets?)$");

    private SecretObjectNameField() {}

    /** Returns whether a key is that of such a field. */
    public static boolean isNamedBy(String key) {
        return NAMES.matcher(key).find();
    }
}
