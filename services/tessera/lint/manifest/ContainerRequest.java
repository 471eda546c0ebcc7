package tessera.lint.manifest;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import tessera.lint.source.ManifestValue;
import tessera.model.Quantity;

/**
 * What a container asks of one resource.
 *
 * @param request not there where it is not written; so the limit
 */
public record ContainerRequest(String resource, ManifestValue request, ManifestValue limit) {

    private static final Set<String> SYSTEM = Set.of("cpu", "memory", "ephemeral-storage", "storage", "pods");

    /** Whether a resource is one that a device plugin offers, and no part of the system. */
    public static boolean extended(String resource) {
        int slash = resource.indexOf('/');
        return slash > 0 && !resource.substring(0, slash).contains("kubernetes.io");
    }

    /** Whether the server knows a name without a domain. */
    public static boolean system(String resource) {
        return SYSTEM.contains(resource) || resource.startsWith("hugepages-");
    }

    public boolean extended() {
        return extended(resource);
    }

    /** The value that counts: the limit, since both have to be the same. */
    public ManifestValue value() {
        return limit.present() ? limit : request;
    }

    /** How much; empty where that is no quantity. */
    public Optional<BigDecimal> amount() {
        return Quantity.exact(value().text());
    }

    /** How many, at least as many as whole units; 0 where that is not known. */
    public long count() {
        return Quantity.units(value().text()).orElse(0);
    }
}
