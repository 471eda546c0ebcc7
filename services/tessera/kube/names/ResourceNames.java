package tessera.kube.names;

/** The classes of resource names: the system's own, huge pages, and extended resources such as devices. */
public final class ResourceNames {

    private static final String HUGE_PAGES = "hugepages-";
    private static final String REQUESTS = "requests.";

    private ResourceNames() {}

    /** Returns whether a name has no domain, or one of Kubernetes itself. */
    public static boolean isNative(String name) {
        return !name.contains("/") || name.contains("kubernetes.io/");
    }

    /** Returns whether a name is of an extended resource: it has a domain other than Kubernetes' own. */
    public static boolean isExtended(String name) {
        return !isNative(name) && !name.startsWith(REQUESTS)
                && NameFormatRules.isQualifiedName(REQUESTS + name);
    }

    public static boolean isHugePages(String name) {
        return name.startsWith(HUGE_PAGES);
    }

    /** Returns whether the limit of a resource may be above its request. */
    public static boolean mayBeOvercommitted(String name) {
        return isNative(name) && !isHugePages(name);
    }
}
