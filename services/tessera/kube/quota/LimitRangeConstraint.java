package tessera.kube.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quota.LimitRangeConstraint.ConstraintKind;
import tessera.kube.requests.ContainerResourceDefaults;
import tessera.kube.requests.PodResourceCalculator;

/**
 * One bound that a LimitRange sets, e.g. the most GPUs of a pod.
 *
 * @param type of what: {@code Container}, {@code Pod} or {@code PersistentVolumeClaim}
 */
public record LimitRangeConstraint(String type, ConstraintKind kind, String resource, FormatPreservingQuantity amount) {

    private static final String CLAIM = "PersistentVolumeClaim";

    /** The kinds of bounds, in the order in which the API server checks them. */
    public enum ConstraintKind {
        MINIMUM("min"),
        MAXIMUM("max"),
        RATIO("maxLimitRequestRatio");

        private final String field;

        ConstraintKind(String field) {
            this.field = field;
        }

        /** Returns the field of a LimitRange item. */
        public String field() {
            return field;
        }
    }

    /** Returns the violations of a LimitRange by a new pod or PersistentVolumeClaim that has its defaults. */
    public static List<LimitRangeViolation> violationsOf(JsonNode range, String kind, JsonNode object) {
        var violations = new ArrayList<LimitRangeViolation>();
        for (var item : range.path("spec").path("limits")) {
            for (var subject : subjectsOf(item.path("type").asText(), kind, object)) {
                for (var constraint : constraintsOf(item)) {
                    LimitRangeViolation.find(constraint, subject).ifPresent(violations::add);
                }
            }
        }
        return violations;
    }

    private static List<LimitRangeConstraint> constraintsOf(JsonNode item) {
        var type = item.path("type").asText();
        var constraints = new ArrayList<LimitRangeConstraint>();
        for (var kind : ConstraintKind.values()) {
            if (kind != ConstraintKind.RATIO || !type.equals(CLAIM)) {
                new TreeMap<>(PodResourceCalculator.IN_QUANTITIES.amounts(item.path(kind.field()))).forEach(
                        (resource, amount) -> constraints.add(new LimitRangeConstraint(type, kind, resource, amount)));
            }
        }
        return constraints;
    }

    private static List<LimitRangeSubject> subjectsOf(String type, String kind, JsonNode object) {
        var amounts = PodResourceCalculator.IN_QUANTITIES;
        if (kind.equals("Pod") && type.equals("Container")) {
            return ContainerResourceDefaults.containersOf(object).stream().map(LimitRangeSubject::ofContainer).toList();
        }
        if (kind.equals("Pod") && type.equals("Pod")) {
            return List.of(new LimitRangeSubject("", amounts.requestsWithoutOverhead(object),
                    amounts.limitsWithoutOverhead(object)));
        }
        if (kind.equals(CLAIM) && type.equals(CLAIM)) {
            return List.of(LimitRangeSubject.ofClaim(object.path("spec")));
        }
        return List.of();
    }

    /** Returns whether a claim is bounded, which has requests alone. */
    boolean isOfClaim() {
        return type.equals(CLAIM);
    }

    /**
     * A request or limit outside a bound of a LimitRange.
     *
     * @param container whose it is; empty for a pod, a claim, and where the message does not say
     * @param side      {@code request} or {@code limit}: which of them breaks the bound or is missing
     * @param request   null where there is none or it is not known, as is the limit
     */
    public record LimitRangeViolation(LimitRangeConstraint constraint, String container, String side,
            @Nullable FormatPreservingQuantity request, @Nullable FormatPreservingQuantity limit) {

        private static final String REQUEST = "request";
        private static final String LIMIT = "limit";
        private static final Pattern MESSAGE = Pattern.compile("(maximum|minimum) (\\S+) usage per (Pod|Container) is "
                + "([^\\s,.]+)(?:, but (limit|request) is ([^\\s,.]+))?");

        /** Returns the violation of a bound by a container, pod or claim; empty where it keeps it. */
        static Optional<LimitRangeViolation> find(LimitRangeConstraint constraint, LimitRangeSubject subject) {
            var request = subject.requests().get(constraint.resource());
            var limit = subject.limits().get(constraint.resource());
            var side = switch (constraint.kind()) {
                case MINIMUM -> sideBelow(constraint.amount(), request, limit);
                case MAXIMUM -> constraint.isOfClaim() ? sideAbove(constraint.amount(), request, null, REQUEST)
                        : sideAbove(constraint.amount(), limit, request, LIMIT);
                case RATIO -> sideOutOfRatio(constraint.amount(), request, limit);
            };
            if (side.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new LimitRangeViolation(constraint, subject.container(), side, request, limit));
        }

        private static String sideBelow(FormatPreservingQuantity least, @Nullable FormatPreservingQuantity request,
                @Nullable FormatPreservingQuantity limit) {
            if (request == null || request.compareTo(least) < 0) {
                return REQUEST;
            }
            return limit != null && limit.compareTo(least) < 0 ? LIMIT : "";
        }

        /** @param needed has to be there and comes first, the other only counts where it is there */
        private static String sideAbove(FormatPreservingQuantity most, @Nullable FormatPreservingQuantity needed,
                @Nullable FormatPreservingQuantity other, String side) {
            if (needed == null || needed.compareTo(most) > 0) {
                return side;
            }
            return other != null && other.compareTo(most) > 0 ? REQUEST : "";
        }

        private static String sideOutOfRatio(FormatPreservingQuantity most, @Nullable FormatPreservingQuantity request,
                @Nullable FormatPreservingQuantity limit) {
            if (request == null || request.isZero()) {
                return REQUEST;
            }
            if (limit == null || limit.isZero()
                    || limit.value().compareTo(request.value().multiply(most.value())) > 0) {
                return LIMIT;
            }
            return "";
        }

        /** Returns the amount that breaks the bound; empty where it is missing. */
        public Optional<FormatPreservingQuantity> amount() {
            return Optional.ofNullable(side.equals(REQUEST) ? request : limit);
        }

        /** Returns the API server's message. */
        public String message() {
            var resource = constraint.resource();
            var bound = "per %s is %s".formatted(constraint.type(), constraint.amount().canonicalText());
            return switch (constraint.kind()) {
                case MINIMUM -> "minimum %s usage %s%s".formatted(resource, bound, amountText());
                case MAXIMUM -> "maximum %s usage %s%s".formatted(resource, bound, amountText());
                case RATIO -> "%s max limit to request ratio %s, but %s".formatted(resource, bound, ratioText());
            };
        }

        private String amountText() {
            return amount().map(amount -> ", but %s is %s".formatted(side, amount.canonicalText()))
                    .orElse(".  No %s is specified".formatted(side));
        }

        private String ratioText() {
            if (request == null || limit == null || request.isZero() || limit.isZero()) {
                return "no %s is specified or %s is 0".formatted(side, side);
            }
            return "provided ratio is %.6f".formatted(limit.value().doubleValue() / request.value().doubleValue());
        }

        /** Parses the violations by pods and containers that a message of the API server names. */
        public static Stream<LimitRangeViolation> parseAll(String message) {
            return MESSAGE.matcher(message).results().flatMap(result -> ofMatch(result).stream());
        }

        private static Optional<LimitRangeViolation> ofMatch(MatchResult match) {
            boolean most = match.group(1).equals("maximum");
            var missing = most ? LIMIT : REQUEST;
            var side = Optional.ofNullable(match.group(5)).orElse(missing);
            var given = Optional.ofNullable(match.group(6)).flatMap(FormatPreservingQuantity::parseOptional);
            var request = given.filter(_ -> side.equals(REQUEST)).orElse(null);
            var limit = given.filter(_ -> side.equals(LIMIT)).orElse(null);
            return FormatPreservingQuantity.parseOptional(match.group(4))
                    .map(amount -> new LimitRangeViolation(
                            new LimitRangeConstraint(match.group(3),
                                    most ? ConstraintKind.MAXIMUM : ConstraintKind.MINIMUM, match.group(2), amount),
                            "", side, request, limit));
        }
    }
}
