package tessera.lint.manifest;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.source.ManifestValue;

/**
 * The request and limit of a container for one resource.
 *
 * @param request not there where it is not written; so the limit
 */
public record ContainerResourceRequest(String resource, ManifestValue request, ManifestValue limit) {

    private static final Set<String> SYSTEM = Set.of("cpu", "memory", "ephemeral-storage", "storage", "pods");

    /** Returns whether a device plugin offers a resource, which is no part of the system. */
    public static boolean isExtended(String resource) {
        return resource.indexOf('/') > 0 && !ResourceNames.isNative(resource);
    }

    /** Returns whether the server knows a name without a domain. */
    public static boolean isSystem(String resource) {
        return SYSTEM.contains(resource) || ResourceNames.isHugePages(resource);
    }

    public boolean isExtended() {
        return isExtended(resource);
    }

    /** Returns the effective value: the limit, since both have to be the same. */
    public ManifestValue value() {
        return limit.isPresent() ? limit : request;
    }

    /** Returns the amount; empty if it is no quantity. */
    public Optional<BigDecimal> amount() {
        return QuantityParser.parseExact(value().text());
    }

    /** Returns the amount rounded up to whole units; 0 if unknown. */
    public long count() {
        return QuantityParser.parseUnits(value().text()).orElse(0);
    }
}
