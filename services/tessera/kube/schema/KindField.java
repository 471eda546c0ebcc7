package tessera.kube.schema;

import java.util.List;
import java.util.Optional;

/**
 * A field of a type of the table.
 *
 * @param type  a type of the table or a scalar, or what it is made of: {@code []string}, {@code {}quantity}
 * @param mark  {@code !} where it is written even when it is empty, {@code *} where it may be empty without being absent
 * @param flags further words, e.g. {@code list=name}
 */
public record KindField(String type, String mark, List<String> flags) {

    public static final String ALWAYS_WRITTEN = "!";
    public static final String MAY_BE_EMPTY = "*";

    private static final String LIST = "[]";
    private static final String MAP = "{}";

    public KindField {
        flags = List.copyOf(flags);
    }

    /** Reads the words after the name of the field. */
    static KindField of(List<String> words) {
        var type = words.getFirst();
        boolean marked = type.endsWith(ALWAYS_WRITTEN) || type.endsWith(MAY_BE_EMPTY);
        int end = marked ? type.length() - 1 : type.length();
        return new KindField(type.substring(0, end), type.substring(end), words.subList(1, words.size()));
    }

    public boolean isList() {
        return type.startsWith(LIST);
    }

    public boolean isMap() {
        return type.startsWith(MAP);
    }

    /** Returns the type of its value, or of the items of a list or mapping. */
    public String itemType() {
        return isList() || isMap() ? type.substring(LIST.length()) : type;
    }

    /** Returns the value of a flag such as {@code merge=name}; empty where the flag is not there. */
    public Optional<String> option(String name) {
        return option(flags, name);
    }

    static Optional<String> option(List<String> flags, String name) {
        var prefix = name + "=";
        return flags.stream().filter(flag -> flag.startsWith(prefix)).map(flag -> flag.substring(prefix.length()))
                .findFirst();
    }

    /** Returns what may be written: names with {@code |} between, numbers from..to, or a form; empty for anything of its type. */
    public String values() {
        return option("values").or(() -> option("values-of-manifests")).orElse("");
    }

    /** Returns what its values may be in manifests. */
    public Optional<FieldConstraint> constraintOfManifests() {
        return FieldConstraint.of(values(), serverText("says"));
    }

    /** Returns what its values may be for the server. */
    public Optional<FieldConstraint> constraintByServer() {
        return FieldConstraint.of(option("values").or(() -> option("values-by-server")).orElse(""), serverText("says"));
    }

    /** Returns whether manifests have to name it. */
    public boolean isRequiredOfManifests() {
        return flags.contains("required") || flags.contains("required-of-manifests");
    }

    /** Returns whether the server refuses it when it is absent, or has the zero value of its type. */
    public boolean isRequiredByServer() {
        return flags.contains("required") || flags.contains("required-by-server");
    }

    /** Returns the server's words behind a flag, which are written with {@code _} for blanks. */
    Optional<String> serverText(String name) {
        return option(name).map(text -> text.replace('_', ' '));
    }
}
