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
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.SetLimitRangeIntent;
import tessera.plan.model.ChangePlan;
import tessera.quota.LimitRangeAmounts;
import tessera.text.MessageCatalog;

/**
 * Plans a LimitRange: a new one, or some amounts of an existing one. What such a range does to pods that
 * say nothing surprises nearly everybody, so the rules for manifests look at it as it will be. Pure.
 */
final class LimitRangePlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LimitRangePlanner.class);

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
            problemCollector.addRefusal(new NamespacePolicyRefusal.BoundMissing());
        }
        intent.bounds().forEach(this::checkAmount);
        if (problemCollector.refusals().isEmpty()) {
            addFindings(before, before.withChanges(intent.bounds()));
            warnOfDefaults(before.withChanges(intent.bounds()));
            LimitRangeExcessWarningFinder
                    .findExcess(input.snapshot(), intent.namespace(), before.withChanges(intent.bounds()))
                    .ifPresent(problemCollector::addWarning);
        }
        problemCollector.addWarning(new NamespacePolicyWarning.RunningPodsIgnoreLimitRange());
        var draft = new NamespacePolicyPlanBuilder(intent, object, problemCollector);
        if (!problemCollector.refusals().isEmpty()) {
            return draft.refusedPlan();
        }
        var after = before.withChanges(intent.bounds());
        if (there.isEmpty()) {
            return draft.createPlan(limitRangeBody(after));
        }
        return draft.changePlan(there.get(), mergeLimits(there.get(), after), new SetLimitRangeIntent(
                intent.namespace(), intent.name(), previousBounds(before), ObjectExistenceRequirement.THERE));
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
                problemCollector.addWarning(new NamespacePolicyWarning.MaximumBecomesDefault(resource, amount));
            } else if (bound.equals(LimitRangeAmounts.amountKey("Pod", "max", resource))) {
                problemCollector.addWarning(new NamespacePolicyWarning.PodsWithoutLimitRefused(resource));
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
        return new TreeMap<>(intent.bounds().keySet().stream().collect(Collectors.toMap(key -> key, before::amountOf)));
    }

    private void checkAmount(String key, String amount) {
        if (!LimitRangeAmounts.isAmountKey(key)) {
            problemCollector.addRefusal(new NamespacePolicyRefusal.BoundUnknown(key));
        } else if (!amount.isEmpty()) {
            var number = QuantityParser.parseExact(amount);
            if (number.isEmpty() || number.get().signum() < 0) {
                problemCollector.addRefusal(
                        new NamespacePolicyRefusal.BoundAmountInvalid(amount, LimitRangeAmounts.resourceOf(key)));
            } else if (ContainerResourceRequest.isExtended(LimitRangeAmounts.resourceOf(key))
                    && number.get().stripTrailingZeros().scale() > 0) {
                problemCollector.addRefusal(
                        new NamespacePolicyRefusal.BoundAmountFractional(amount, LimitRangeAmounts.resourceOf(key)));
            }
        }
    }

    private void addFindings(LimitRangeAmounts before, LimitRangeAmounts after) {
        var errors = after.newErrors(before, input.accelerators()).stream().map(LintFinding::reason).toList();
        for (var finding : after.lintFindings(input.accelerators())) {
            if (errors.contains(finding.reason())) {
                problemCollector.addLintRefusal(finding, remedyText(after, finding));
            } else if (finding.severity() != LintSeverity.HINT) {
                problemCollector.addLintWarning(finding);
            }
        }
    }

    private static String remedyText(LimitRangeAmounts amounts, LintFinding finding) {
        var missing = amounts.bounds().keySet().stream().filter(key -> key.startsWith("Container/max/"))
                .map(LimitRangeAmounts::resourceOf).filter(ContainerResourceRequest::isExtended)
                .map(resource -> LimitRangeAmounts.amountKey("Container", "default", resource))
                .filter(key -> amounts.amountOf(key).isEmpty()).toList();
        return switch (finding.rule().id()) {
            case "limit-range-contradicts" -> MESSAGES.text("bound.contradiction.remedy");
            case "limit-range-becomes-default" -> missing.isEmpty() ? MESSAGES.text("bound.omit.remedy")
                    : MESSAGES.text("bound.default.remedy", missing.getFirst());
            default -> MESSAGES.text("bound.omit.remedy");
        };
    }

    /** Pods of a namespace that request more than a LimitRange allows one pod. */
    private static final class LimitRangeExcessWarningFinder {

        private static final String MOST = "Pod/max/";

        private LimitRangeExcessWarningFinder() {}

        /** Returns the pods as a warning; empty if all could be created again. */
        static Optional<NamespacePolicyWarning> findExcess(ClusterSnapshot clusterSnapshot, String namespace,
                LimitRangeAmounts amounts) {
            var names = clusterSnapshot.pods().filter(pod -> pod.namespace().equals(namespace)
                    && !pod.phase().isTerminal() && exceedsLimits(pod, amounts)).map(PodSummary::name).sorted()
                    .toList();
            if (names.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new NamespacePolicyWarning.PodsExceedLimitRange(names, namespace));
        }

        private static boolean exceedsLimits(PodSummary pod, LimitRangeAmounts amounts) {
            return amounts.bounds().entrySet().stream().filter(bound -> bound.getKey().startsWith(MOST))
                    .anyMatch(bound -> exceedsBound(bound, pod));
        }

        private static boolean exceedsBound(Map.Entry<String, String> bound, PodSummary pod) {
            return QuantityParser.parseExact(bound.getValue())
                    .filter(most -> PodQuotaRequestCalculator
                            .requestedBy(pod, LimitRangeAmounts.resourceOf(bound.getKey())).compareTo(most) > 0)
                    .isPresent();
        }
    }
}
