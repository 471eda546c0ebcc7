package tessera.quota.access;

import tessera.text.MessageCatalog;

/**
 * A subject to which a role grants a permission.
 *
 * @param kind    {@code User}, {@code Group} or {@code ServiceAccount}
 * @param name    with its namespace in front for an account
 * @param role    e.g. {@code ClusterRole/edit}
 * @param binding by which they have it, e.g. {@code RoleBinding/team}
 * @param namedOnly   whether it is for some objects by name only
 */
public record RoleGrantedSubject(String kind, String name, String role, String binding,
        boolean namedOnly) implements Comparable<RoleGrantedSubject> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(RoleGrantedSubject.class);

    /** Returns the subject as text. */
    public String subjectText() {
        return MESSAGES.text("subject", kind, name, namedOnly);
    }

    @Override
    public int compareTo(RoleGrantedSubject other) {
        int kinds = kind.compareTo(other.kind);
        int names = name.compareTo(other.name);
        if (kinds != 0) {
            return kinds;
        }
        if (names != 0) {
            return names;
        }
        return (role + binding).compareTo(other.role + other.binding);
    }
}
