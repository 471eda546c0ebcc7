package tessera.plan.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.WordListJoiner;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.SetLimitRangeIntent;
import tessera.plan.model.ChangePlan;
import tessera.quota.LimitRangeAmounts;

/**
 * Plans a LimitRange: a new one, or some amounts of an existing one. What such a range does to pods that
 * say nothing surprises nearly everybody, so the rules for manifests look at it as it will be. Pure.
 */
final class LimitRangePlanner {

    private static final String LEAVE = "Leave it out.";

    private final SetLimitRangeIntent intent;
    private final NamespacePolicyPlannerInput input;
    private final ObjectRef object;
    private final NamespacePolicyProblemCollector problemCollector;

    LimitRangePlanner(SetLimitRangeIntent intent, NamespacePolicyPlannerInput input) {
        this.intent = intent;
        this.input = input;
        object = QuotaAndLimitObjectBuilder.limitRangeRef(intent.namespace(), intent.name());
        problemCollector = new NamespacePolicyProblemCollector(input, intent.namespace());
    }

    ChangePlan plan() {
        problemCollector.checkNamespace();
        problemCollector.checkObjectName(intent.name());
        problemCollector.checkExpectedState(intent.expectedState(), object);
        var there = input.findObject(object.resource(), object.name());
        var before = there.map(LimitRangeAmounts::of).orElse(LimitRangeAmounts.EMPTY);
        if (there.isEmpty() && intent.bounds().values().stream().allMatch(String::isEmpty)) {
            problemCollector.addRefusal(OperationProblemKind.INVALID, "Nothing is to be bounded",
                    "Say what of, and how much.");
        }
        intent.bounds().forEach(this::checkAmount);
        if (problemCollector.refusals().isEmpty()) {
            addFindings(before, before.withChanges(intent.bounds()));
            warnOfDefaults(before.withChanges(intent.bounds()));
            LimitRangeExcessWarningFinder
                    .warningText(input.snapshot(), intent.namespace(), before.withChanges(intent.bounds()))
                    .ifPresent(problemCollector::addWarning);
        }
        problemCollector
                .addWarning("Pods that run keep what they have: a range of limits is looked at when pods are made");
        var draft = new NamespacePolicyPlanBuilder(intent, object, problemCollector);
        if (!problemCollector.refusals().isEmpty()) {
            return draft.refusedPlan();
        }
        var after = before.withChanges(intent.bounds());
        if (there.isEmpty()) {
            return draft.createPlan(limitRangeBody(after));
        }
        return draft.changePlan(there.get(), mergeLimits(there.get(), after),
                new SetLimitRangeIntent(intent.namespace(), intent.name(), previousBounds(before),
                        ObjectExistenceRequirement.THERE));
    }

    /** Warns about pods without limits of non-device resources; devices are covered by the lint rules. */
    private void warnOfDefaults(LimitRangeAmounts amounts) {
        amounts.bounds().forEach((bound, amount) -> {
            var resource = LimitRangeAmounts.resourceOf(bound);
            if (!intent.bounds().containsKey(bound) || ContainerResourceRequest.isExtended(resource)
                    || amounts.bounds().containsKey(LimitRangeAmounts.amountKey("Container", "default", resource))) {
                return;
            }
            if (bound.equals(LimitRangeAmounts.amountKey("Container", "max", resource))) {
                problemCollector.addWarning(
                        "A container that names no limit of %s is given %s, which it asks for as well if it asks for none"
                                .formatted(resource, amount));
            } else if (bound.equals(LimitRangeAmounts.amountKey("Pod", "max", resource))) {
                problemCollector
                        .addWarning("Pods that name no limit of %s are refused from then on".formatted(resource));
            }
        });
    }

    private ObjectNode limitRangeBody(LimitRangeAmounts amounts) {
        var body = QuotaAndLimitObjectBuilder.emptyObject(object);
        body.putObject("spec").set("limits", amounts.toLimitItems());
        return body;
    }

    private static JsonNode mergeLimits(JsonNode range, LimitRangeAmounts amounts) {
        ObjectNode after = range.deepCopy();
        // The order of the items means nothing, and a list that is sent is another list.
        if (!LimitRangeAmounts.of(range).equals(amounts)) {
            after.withObjectProperty("spec").set("limits", amounts.toLimitItems());
        }
        return after;
    }

    private SortedMap<String, String> previousBounds(LimitRangeAmounts before) {
        return new TreeMap<>(intent.bounds().keySet().stream()
                .collect(Collectors.toMap(key -> key, before::amountOf)));
    }

    private void checkAmount(String key, String amount) {
        if (!LimitRangeAmounts.isAmountKey(key)) {
            problemCollector.addRefusal(OperationProblemKind.INVALID, "A range of limits has no %s".formatted(key),
                    "Say Pod/max/RESOURCE, Container/max/RESOURCE, Container/default/RESOURCE and the like.");
        } else if (!amount.isEmpty()) {
            var number = QuantityParser.parseExact(amount);
            if (number.isEmpty() || number.get().signum() < 0) {
                problemCollector.addRefusal(OperationProblemKind.INVALID,
                        "“%s” is no amount of %s".formatted(amount, LimitRangeAmounts.resourceOf(key)),
                        "Say a number, such as 4.");
            } else if (ContainerResourceRequest.isExtended(LimitRangeAmounts.resourceOf(key))
                    && number.get().stripTrailingZeros().scale() > 0) {
                problemCollector.addRefusal(OperationProblemKind.INVALID,
                        "%s of %s: devices are whole".formatted(amount, LimitRangeAmounts.resourceOf(key)),
                        "");
            }
        }
    }

    private void addFindings(LimitRangeAmounts before, LimitRangeAmounts after) {
        var errors = after.newErrors(before, input.accelerators()).stream().map(LintFinding::reason).toList();
        for (var finding : after.lintFindings(input.accelerators())) {
            if (errors.contains(finding.reason())) {
                problemCollector.addRefusal(OperationProblemKind.INVALID, finding.reason(), remedyText(after, finding));
            } else if (finding.severity() != LintSeverity.HINT) {
                problemCollector.addWarning(finding.reason());
            }
        }
    }

    private static String remedyText(LimitRangeAmounts amounts, LintFinding finding) {
        var missing = amounts.bounds().keySet().stream().filter(key -> key.startsWith("Container/max/"))
                .map(LimitRangeAmounts::resourceOf).filter(ContainerResourceRequest::isExtended)
                .map(resource -> LimitRangeAmounts.amountKey("Container", "default", resource))
                .filter(key -> amounts.amountOf(key).isEmpty()).toList();
        return switch (finding.rule().id()) {
            case "limit-range-contradicts" -> "Change one of the two.";
            case "limit-range-becomes-default" -> missing.isEmpty() ? LEAVE
                    : "Give containers that say nothing none of it (%s=0), or bound pods instead of containers."
                            .formatted(missing.getFirst());
            default -> LEAVE;
        };
    }

    /** Pods of a namespace that request more than a LimitRange allows one pod. */
    private static final class LimitRangeExcessWarningFinder {

        private static final String MOST = "Pod/max/";
        private static final int NAMED = 5;

        private LimitRangeExcessWarningFinder() {}

        /** Returns a sentence without a full stop; empty if all pods could be created again. */
        static Optional<String> warningText(ClusterSnapshot clusterSnapshot, String namespace,
                LimitRangeAmounts amounts) {
            var names = clusterSnapshot.pods()
                    .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal()
                            && exceedsLimits(pod, amounts))
                    .map(PodSummary::name).sorted().toList();
            if (names.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of("%s of %s %s for more than one pod may have then and could not be made again: %s"
                    .formatted(names.size() == 1 ? "1 pod" : names.size() + " pods", namespace,
                            names.size() == 1 ? "asks" : "ask",
                            WordListJoiner.firstWords(names, NAMED)));
        }

        private static boolean exceedsLimits(PodSummary pod, LimitRangeAmounts amounts) {
            return amounts.bounds().entrySet().stream().filter(bound -> bound.getKey().startsWith(MOST))
                    .anyMatch(bound -> exceedsBound(bound, pod));
        }

        private static boolean exceedsBound(Map.Entry<String, String> bound, PodSummary pod) {
            return QuantityParser.parseExact(bound.getValue())
                    .filter(most -> PodQuotaRequestCalculator
                            .requestedBy(pod, LimitRangeAmounts.resourceOf(bound.getKey()))
                            .compareTo(most) > 0)
                    .isPresent();
        }
    }
}
