package tessera.quota.access;

/**
 * Somebody whom a role allows something.
 *
 * @param kind    {@code User}, {@code Group} or {@code ServiceAccount}
 * @param name    with its namespace in front for an account
 * @param role    e.g. {@code ClusterRole/edit}
 * @param binding by which they have it, e.g. {@code RoleBinding/team}
 * @param named   whether it is for some objects by name only
 */
public record RoleGrant(String kind, String name, String role, String binding,
        boolean named) implements Comparable<RoleGrant> {

    /** As people say it. */
    public String words() {
        return kind + " " + name + (named ? " (for some by name)" : "");
    }

    @Override
    public int compareTo(RoleGrant other) {
        int kinds = kind.compareTo(other.kind);
        int names = name.compareTo(other.name);
        return kinds != 0 ? kinds : names != 0 ? names : (role + binding).compareTo(other.role + other.binding);
    }
}
