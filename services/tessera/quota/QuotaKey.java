package tessera.quota;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import tessera.lint.manifest.ContainerRequest;
import tessera.model.DeviceClassNames;
import tessera.model.Quantity;

/** A name under which a ResourceQuota counts something, e.g. {@code requests.nvidia.com/gpu}. */
public record QuotaKey(String text) implements Comparable<QuotaKey> {

    private static final String REQUESTS = "requests.";
    private static final String LIMITS = "limits.";
    private static final String CLASS = "requests." + DeviceClassNames.IMPLICIT;
    /** Servers count no further. */
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final String CLAIM_OBJECTS = "count/resourceclaims.resource.k8s.io";
    private static final String CLASS_CLAIMS = ".deviceclass.resource.k8s.io/";

    /** A pod that does not say how much it wants of these is refused where a quota counts them. */
    private static final Set<String> OF_EVERY_POD = Set.of("pods", "count/pods", "cpu", "requests.cpu", "limits.cpu",
            "memory", "requests.memory", "limits.memory");

    /** What the server counts under a name. */
    public enum CountedUnit {
        /** What pods request of an extended resource. */
        DEVICES,
        /** Devices that are claimed of a class. */
        CLAIMS,
        /** Nothing: the name is accepted, and no use is ever tracked for it. */
        NOTHING,
        /** Something that is no device. */
        OTHER
    }

    /** The only name under which a resource of a device plugin is counted. */
    public static QuotaKey ofResource(String resource) {
        return new QuotaKey(REQUESTS + resource);
    }

    /** A key, or the key of a resource, as a user may write either. */
    public static QuotaKey of(String word) {
        boolean bare = ContainerRequest.extended(word) && new QuotaKey(word).counts() == CountedUnit.NOTHING
                && !word.startsWith(LIMITS);
        return bare ? ofResource(word) : new QuotaKey(word);
    }

    /** So much of it, in words. */
    public String words(String amount) {
        return amount + " " + (text.equals("pods") && amount.equals("1") ? "pod"
                : text.replaceFirst("^requests\\.(?=.*/)", ""));
    }

    public CountedUnit counts() {
        if (text.startsWith(CLASS) || text.contains(CLASS_CLAIMS)) {
            return CountedUnit.CLAIMS;
        }
        if (text.startsWith("count/") || text.contains(".storageclass.") || !ContainerRequest.extended(resource())) {
            return CountedUnit.OTHER;
        }
        return text.startsWith(REQUESTS) ? CountedUnit.DEVICES : CountedUnit.NOTHING;
    }

    /** Whether it counts claims on devices, however many devices each asks for. */
    public boolean ofClaims() {
        return text.equals(CLAIM_OBJECTS);
    }

    /** Why it cannot be limited to an amount, a sentence without a full stop; empty where it can, or nothing is said. */
    public Optional<String> complaint(String amount) {
        if (amount.isEmpty()) {
            return Optional.empty();
        }
        var number = Quantity.exact(amount);
        if (number.isEmpty() || number.get().signum() < 0) {
            return Optional.of("“%s” is no amount of %s".formatted(amount, text));
        }
        if (number.get().compareTo(MOST) > 0) {
            return Optional.of("“%s” of %s is more than a quota can count: at most %s".formatted(amount, resource(),
                    MOST.toPlainString()));
        }
        boolean part = number.get().stripTrailingZeros().scale() > 0;
        return !part || !whole() ? Optional.empty()
                : Optional.of(counts() == CountedUnit.OTHER ? "%s of %s: these are whole".formatted(amount, text)
                        : "%s of %s: devices are whole".formatted(amount, resource()));
    }

    /** Whether every pod takes of it, whatever else it asks for. */
    public boolean ofEveryPod() {
        return OF_EVERY_POD.contains(text);
    }

    private boolean whole() {
        return counts() != CountedUnit.OTHER || text.startsWith("count/") || text.equals("pods");
    }

    /** What is requested, without the word that says so; the class where devices of one are claimed. */
    public String resource() {
        if (text.startsWith(CLASS)) {
            return text.substring(CLASS.length());
        }
        if (ofClaims()) {
            return "resourceclaims";
        }
        int claims = text.indexOf(CLASS_CLAIMS);
        if (claims > 0) {
            return text.substring(0, claims);
        }
        return text.startsWith(REQUESTS) ? text.substring(REQUESTS.length())
                : text.startsWith(LIMITS) ? text.substring(LIMITS.length()) : text;
    }

    @Override
    public int compareTo(QuotaKey other) {
        return text.compareTo(other.text);
    }
}
