package tessera.kube.names;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The classes of resource names: the system's own, huge pages, and extended resources such as devices. */
public final class ResourceNames {

    private static final String HUGE_PAGES = "hugepages-";
    private static final String REQUESTS = "requests.";

    private static final Set<String> OF_CONTAINERS = Set.of("cpu", "memory", "ephemeral-storage");
    private static final Set<String> COUNTED = Set.of("pods", "resourcequotas", "services", "replicationcontrollers",
            "secrets", "configmaps", "persistentvolumeclaims", "services.nodeports", "services.loadbalancers");
    private static final Pattern OF_QUOTAS = Pattern
            .compile("(?:(?:requests|limits)\\.)?(?:cpu|memory|ephemeral-storage)"
                    + "|(?:requests\\.)?(?:storage|hugepages-.*)");

    private ResourceNames() {}

    /** Returns whether a name has no domain, or one of Kubernetes itself. */
    public static boolean isNative(String name) {
        return !name.contains("/") || name.contains("kubernetes.io/");
    }

    /** Returns whether a name is of an extended resource: it has a domain other than Kubernetes' own. */
    public static boolean isExtended(String name) {
        return !isNative(name) && !name.startsWith(REQUESTS) && NameFormatRules.isQualifiedName(REQUESTS + name);
    }

    public static boolean isHugePages(String name) {
        return name.startsWith(HUGE_PAGES);
    }

    /** Returns whether the limit of a resource may be above its request. */
    public static boolean mayBeOvercommitted(String name) {
        return isNative(name) && !isHugePages(name);
    }

    /** Returns whether amounts of a resource are whole. */
    public static boolean isCounted(String name) {
        return COUNTED.contains(name) || isExtended(name);
    }

    /** Checks the name of a resource, and returns what is wrong with it in the API server's words. */
    public static List<String> checkResource(String name) {
        var wrong = NameFormatRules.checkQualifiedName(name);
        if (wrong.isEmpty() && !name.contains("/") && !isOfQuotas(name)) {
            return List.of("must be a standard resource type or fully qualified");
        }
        return wrong;
    }

    /** Checks the name of a resource that containers request. */
    public static List<String> checkContainerResource(String name) {
        var wrong = new ArrayList<>(checkResource(name));
        if (!name.contains("/") && !OF_CONTAINERS.contains(name) && !isHugePages(name)) {
            wrong.add("must be a standard resource for containers");
        } else if (name.contains("/") && !isNative(name) && !isExtended(name)) {
            wrong.add("doesn't follow extended resource name standard");
        }
        return wrong;
    }

    /** Checks what a quota counts. */
    public static List<String> checkQuotaResource(String name) {
        var wrong = new ArrayList<>(checkResource(name));
        if (!name.contains("/") && !isOfQuotas(name)) {
            wrong.add("must be a standard resource for quota");
        }
        return wrong;
    }

    private static boolean isOfQuotas(String name) {
        return COUNTED.contains(name) || OF_QUOTAS.matcher(name).matches();
    }
}
