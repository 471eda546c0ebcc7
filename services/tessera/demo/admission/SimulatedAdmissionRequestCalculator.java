package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.SortedMap;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quantity.InvalidQuantityException;
import tessera.kube.requests.PodResourceCalculator;

/** The requests and limits of a pod as quotas and LimitRanges count them, in quantities that print as they were written. */
public final class SimulatedAdmissionRequestCalculator {

    private static final PodResourceCalculator<FormatPreservingQuantity> CALCULATOR = new PodResourceCalculator<>(
            (_, text) -> parseQuantity(text), FormatPreservingQuantity.ZERO, FormatPreservingQuantity::plus,
            FormatPreservingQuantity::max);

    private SimulatedAdmissionRequestCalculator() {}

    /** Returns the requests as quotas count them: with overhead, and of a pod on a node with what it has during a resize. */
    public static SortedMap<String, FormatPreservingQuantity> requestsOf(JsonNode pod) {
        return CALCULATOR.effectiveRequests(pod);
    }

    /** Returns the limits as quotas count them. A resource that some container does not limit shows the sum of the others. */
    public static SortedMap<String, FormatPreservingQuantity> limitsOf(JsonNode pod) {
        return CALCULATOR.effectiveLimits(pod);
    }

    /** Returns the requests as LimitRanges see them: of the spec alone, without overhead. */
    public static SortedMap<String, FormatPreservingQuantity> limitRangeRequestsOf(JsonNode pod) {
        return CALCULATOR.requestsWithoutOverhead(pod);
    }

    /** Returns the limits as LimitRanges see them. */
    public static SortedMap<String, FormatPreservingQuantity> limitRangeLimitsOf(JsonNode pod) {
        return CALCULATOR.limitsWithoutOverhead(pod);
    }

    private static Optional<FormatPreservingQuantity> parseQuantity(String text) {
        try {
            return Optional.of(FormatPreservingQuantity.parse(text));
        } catch (InvalidQuantityException e) {
            return Optional.empty();
        }
    }
}
