package tessera.quota;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.model.DeviceClassResourceNames;

/** A key of a ResourceQuota's hard limits, e.g. {@code requests.nvidia.com/gpu}. */
public record QuotaKey(String text) implements Comparable<QuotaKey> {

    private static final String REQUESTS = "requests.";
    private static final String LIMITS = "limits.";
    private static final String CLASS = "requests." + DeviceClassResourceNames.IMPLICIT;
    /** Servers count no further. */
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final String CLAIM_OBJECTS = "count/resourceclaims.resource.k8s.io";
    private static final String CLASS_CLAIMS = ".deviceclass.resource.k8s.io/";

    /** A pod that does not say how much it wants of these is refused where a quota counts them. */
    private static final Set<String> OF_EVERY_POD = Set.of("pods", "count/pods", "cpu", "requests.cpu", "limits.cpu",
            "memory", "requests.memory", "limits.memory");

    /** The unit that the API server counts under a key. */
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

    /** Returns the key under which quotas count an extended resource. */
    public static QuotaKey forRequestsOf(String resource) {
        return new QuotaKey(REQUESTS + resource);
    }

    /** Parses a quota key, or the name of a resource, for which it returns the resource's key. */
    public static QuotaKey parse(String word) {
        boolean bare = ContainerResourceRequest.isExtended(word)
                && new QuotaKey(word).countedUnit() == CountedUnit.NOTHING && !word.startsWith(LIMITS);
        if (bare) {
            return forRequestsOf(word);
        }
        return new QuotaKey(word);
    }

    /** Returns an amount of this key as text. */
    public String amountText(String amount) {
        return amount + " "
                + (text.equals("pods") && amount.equals("1") ? "pod" : text.replaceFirst("^requests\\.(?=.*/)", ""));
    }

    public CountedUnit countedUnit() {
        if (text.startsWith(CLASS) || text.contains(CLASS_CLAIMS)) {
            return CountedUnit.CLAIMS;
        }
        if (text.startsWith("count/") || text.contains(".storageclass.")
                || !ContainerResourceRequest.isExtended(resourceName())) {
            return CountedUnit.OTHER;
        }
        return text.startsWith(REQUESTS) ? CountedUnit.DEVICES : CountedUnit.NOTHING;
    }

    /** Returns whether it counts ResourceClaim objects, regardless of the number of devices that each requests. */
    public boolean countsClaimObjects() {
        return text.equals(CLAIM_OBJECTS);
    }

    /** Returns the reason why an amount is no valid limit; empty where it is valid or blank. */
    public Optional<QuotaAmountProblem> limitProblem(String amount) {
        if (amount.isEmpty()) {
            return Optional.empty();
        }
        var number = QuantityParser.parseExact(amount);
        if (number.isEmpty() || number.get().signum() < 0) {
            return Optional.of(new QuotaAmountProblem.QuotaAmountInvalid(amount, text));
        }
        if (number.get().compareTo(MOST) > 0) {
            return Optional
                    .of(new QuotaAmountProblem.QuotaAmountTooLarge(amount, resourceName(), MOST.toPlainString()));
        }
        boolean part = number.get().stripTrailingZeros().scale() > 0;
        if (!part || !needsWholeNumber()) {
            return Optional.empty();
        }
        boolean devices = countedUnit() != CountedUnit.OTHER;
        return Optional
                .of(new QuotaAmountProblem.QuotaAmountFractional(amount, devices ? resourceName() : text, devices));
    }

    /** Returns whether every pod uses some of it, regardless of its requests. */
    public boolean countsEveryPod() {
        return OF_EVERY_POD.contains(text);
    }

    private boolean needsWholeNumber() {
        return countedUnit() != CountedUnit.OTHER || text.startsWith("count/") || text.equals("pods");
    }

    /** Returns the requested resource without its prefix; the DeviceClass where claimed devices are counted. */
    public String resourceName() {
        if (text.startsWith(CLASS)) {
            return text.substring(CLASS.length());
        }
        if (countsClaimObjects()) {
            return "resourceclaims";
        }
        int claims = text.indexOf(CLASS_CLAIMS);
        if (claims > 0) {
            return text.substring(0, claims);
        }
        if (text.startsWith(REQUESTS)) {
            return text.substring(REQUESTS.length());
        }
        if (text.startsWith(LIMITS)) {
            return text.substring(LIMITS.length());
        }
        return text;
    }

    @Override
    public int compareTo(QuotaKey other) {
        return text.compareTo(other.text);
    }
}
