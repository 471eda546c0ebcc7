package tessera.plan.quota;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quota.ResourceQuotaScopes;
import tessera.lint.finding.LintFinding;
import tessera.model.ObjectNameValidator;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.context.ReferencedObjectReader.QuotaWithUsage;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.SetQuotaIntent;
import tessera.plan.node.LabelAndTaintValidator;
import tessera.quota.NewPodResourceCapacity;
import tessera.quota.QuotaKey;
import tessera.quota.QuotaKey.CountedUnit;
import tessera.quota.QuotaTableBuilder;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
import tessera.text.SentenceJoiner;

/** Collects refusals and warnings for a bound of a namespace. Pure. */
final class NamespacePolicyProblemCollector {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NamespacePolicyProblemCollector.class);
    private static final Set<String> HERE = Set.of("quota-limits-nothing", "gpu-amount-not-whole");
    private static final Set<String> ASKED_OF_ALL = Set.of("cpu", "memory", "requests.cpu", "requests.memory",
            "limits.cpu", "limits.memory");

    private final NamespacePolicyPlannerInput input;
    private final String namespace;
    private final List<Problem> refusals = new ArrayList<>();
    /** By quota key; that of the namespace by an empty text. */
    private final Map<String, Problem> refusalsByKey = new HashMap<>();
    private final List<Reason> warnings = new ArrayList<>();

    NamespacePolicyProblemCollector(NamespacePolicyPlannerInput input, String namespace) {
        this.input = input;
        this.namespace = namespace;
    }

    List<Problem> refusals() {
        return List.copyOf(refusals);
    }

    List<Reason> warnings() {
        return warnings.stream().distinct().toList();
    }

    void addRefusal(NamespacePolicyRefusal refusal) {
        refusals.add(refusal.toProblem());
    }

    void addLintRefusal(LintFinding finding, String remedy) {
        addInvalid(finding.toReason().withRemedy(remedy));
    }

    private void addInvalid(Reason reason) {
        refusals.add(Problem.of(OperationProblemKind.INVALID, reason));
    }

    void addWarning(NamespacePolicyWarning warning) {
        warnings.add(warning);
    }

    void addLintWarning(LintFinding finding) {
        warnings.add(finding.toReason());
    }

    /** Checks that the server accepts the name of an object. */
    void checkObjectName(String name) {
        ObjectNameValidator.nameProblem(name).ifPresent(this::addInvalid);
    }

    /** Checks that the server accepts the name of a namespace. */
    void checkNamespaceName(String name) {
        ObjectNameValidator.namespaceProblem(name)
                .ifPresent(wrong -> addRefusal("", Problem.of(OperationProblemKind.INVALID, wrong)));
    }

    /** Checks that the server accepts the labels. */
    void checkLabels(SortedMap<String, String> labels) {
        for (var entry : labels.entrySet()) {
            var key = entry.getKey();
            var value = entry.getValue();
            LabelAndTaintValidator.keyProblem(key).or(() -> LabelAndTaintValidator.valueProblem(key, value))
                    .ifPresent(refusals::add);
        }
    }

    /** Checks that the namespace exists. */
    void checkNamespace() {
        if (ObjectNameValidator.namespaceProblem(namespace).isPresent()) {
            checkNamespaceName(namespace);
        } else if (input.namespace().isEmpty()) {
            addRefusal(new NamespacePolicyRefusal.PolicyNamespaceMissing(namespace));
        }
    }

    /** Checks that an object to create does not exist, and that one to change does. */
    void checkExpectedState(ObjectExistenceRequirement aim, ObjectRef object) {
        boolean there = input.findObject(object.resource(), object.name()).isPresent();
        if (aim == ObjectExistenceRequirement.NEW && there) {
            addRefusal(new NamespacePolicyRefusal.PolicyObjectExists(object.kind(), object.name(), namespace));
        } else if (aim == ObjectExistenceRequirement.THERE && !there) {
            addRefusal(new NamespacePolicyRefusal.PolicyObjectMissing(object.kind(), object.name(), namespace));
        } else if (aim == ObjectExistenceRequirement.EITHER && there) {
            addWarning(new NamespacePolicyWarning.ExistingObjectChanges(object.kind(), object.name(), namespace));
        }
    }

    void checkAmounts(SortedMap<String, String> hard) {
        if (hard.isEmpty()) {
            addRefusal(new NamespacePolicyRefusal.QuotaAmountMissing());
        }
        hard.forEach((key, amount) -> {
            if (!amount.isEmpty()) {
                checkAmount(new QuotaKey(key), amount);
            }
        });
    }

    private void checkAmount(QuotaKey key, String amount) {
        if (key.countedUnit() == CountedUnit.NOTHING) {
            addRefusal(key.text(), new NamespacePolicyRefusal.QuotaKeyLimitsNothing(key.text(),
                    QuotaKey.forRequestsOf(key.resourceName()).text()).toProblem());
            return;
        }
        var complaint = key.limitProblem(amount);
        if (complaint.isPresent()) {
            addRefusal(key.text(), Problem.of(OperationProblemKind.INVALID,
                    complaint.get().withRemedy(MESSAGES.text("quota.amount.remedy"))));
        } else if (key.countedUnit() == CountedUnit.DEVICES) {
            QuantityParser.parseExact(amount).ifPresent(number -> checkOffered(key, number));
        } else if (ASKED_OF_ALL.contains(key.text())) {
            addWarning(new NamespacePolicyWarning.PodsMustSetAmount(namespace, key.text()));
        }
    }

    private void addRefusal(String key, Problem problem) {
        refusals.add(problem);
        refusalsByKey.put(key, problem);
    }

    private void checkOffered(QuotaKey key, BigDecimal amount) {
        var capacity = NewPodResourceCapacity.roomIgnoringTaints(input.snapshot(), key.resourceName());
        if (!input.snapshot().hasAllNodes()) {
            return;
        }
        if (capacity.all() == 0) {
            addWarning(new NamespacePolicyWarning.ResourceOfNoNode(key.resourceName()));
        } else if (amount.compareTo(BigDecimal.valueOf(capacity.all())) > 0) {
            addWarning(new NamespacePolicyWarning.QuotaExceedsNodes(key.resourceName(), capacity.all()));
        }
    }

    /** Adds the lint findings for the new object, besides the checks made here. */
    void addFindings() {
        for (var each : input.findings()) {
            var finding = each.finding();
            if (HERE.contains(finding.rule().id())) {
                continue;
            }
            switch (finding.severity()) {
                case ERROR -> addError(each.key(), finding);
                case WARNING -> addLintWarning(finding);
                case HINT -> {
                    // Nobody who sets a quota wants to hear of it now.
                }
            }
        }
    }

    /** Adds a lint error unless its amount or name is refused already with a remedy. */
    private void addError(String key, LintFinding finding) {
        var same = Optional.ofNullable(refusalsByKey.get(key));
        if (same.filter(problem -> !problem.remedy().isEmpty()).isEmpty()) {
            same.ifPresent(refusals::remove);
            addLintRefusal(finding, finding.fix().map(fix -> SentenceJoiner.withFullStop(fix.description()))
                    .orElseGet(finding::remedyText));
        }
    }

    /** Warns about present usage, other quotas that count the same, and unlimited resources. */
    void checkQuota(SetQuotaIntent intent) {
        var own = input.quotas().stream().filter(quota -> quota.name().equals(intent.name()))
                .filter(quota -> !quota.scopes().equals(ResourceQuotaScopes.NONE)).findFirst();
        own.ifPresent(scoped -> addWarning(
                new NamespacePolicyWarning.QuotaCountsScope(scoped.name(), scoped.scopes().scopeText())));
        for (var entry : intent.hard().entrySet()) {
            var text = entry.getKey();
            var amount = entry.getValue();
            own.ifPresentOrElse(scoped -> warnScopedUsage(scoped, text, amount), () -> warnHeld(text, amount));
            if (new QuotaKey(text).countedUnit() == CountedUnit.DEVICES
                    && QuantityParser.parseUnits(amount).isPresent()) {
                for (var other : input.quotas().stream().filter(other -> !other.name().equals(intent.name()))
                        .toList()) {
                    warnOtherQuota(other, text);
                }
            }
        }
        warnUnlimited(intent);
    }

    /** Warns if the pods that a scoped quota counts use more than the amount, as the server reports. */
    private void warnScopedUsage(QuotaWithUsage scoped, String key, String amount) {
        var used = QuantityParser.parseExact(scoped.used().getOrDefault(key, ""));
        var most = QuantityParser.parseExact(amount);
        if (used.isPresent() && most.isPresent() && used.get().compareTo(most.get()) > 0) {
            addWarning(new NamespacePolicyWarning.ScopedUsageExceedsQuota(scoped.used().getOrDefault(key, ""), key,
                    amount, isZero(amount)));
        }
    }

    private static boolean isZero(String amount) {
        return QuantityParser.parseExact(amount).filter(most -> most.signum() == 0).isPresent();
    }

    private void warnHeld(String text, String amount) {
        warnBelowUsage(text, amount);
        var key = new QuotaKey(text);
        var wanted = QuantityParser.parseUnits(amount);
        if (wanted.isPresent() && key.countedUnit() == CountedUnit.DEVICES) {
            long used = QuotaTableBuilder.activeRequests(input.snapshot(), namespace).get(key.resourceName());
            if (used > wanted.getAsLong()) {
                addWarning(new NamespacePolicyWarning.DeviceUsageExceedsQuota(namespace,
                        input.snapshot().isAllocationComplete(namespace), used + " " + key.resourceName(), amount,
                        isZero(amount)));
            }
        }
    }

    /** Warns if the usage of a resource that is no device exceeds the amount. */
    private void warnBelowUsage(String key, String amount) {
        var held = PodQuotaRequestCalculator.requestedIn(input.snapshot(), namespace, key);
        var most = QuantityParser.parseExact(amount);
        if (held.isPresent() && most.isPresent() && held.get().compareTo(most.get()) > 0) {
            addWarning(new NamespacePolicyWarning.UsageExceedsQuota(namespace,
                    input.snapshot().isAllocationComplete(namespace), amount + " " + key, isZero(amount)));
        }
    }

    private void warnOtherQuota(QuotaWithUsage other, String key) {
        var allowed = other.hard().get(key);
        if (allowed != null) {
            addWarning(new NamespacePolicyWarning.OtherQuotaApplies(other.name(), namespace, allowed + " " + key,
                    other.scopes().equals(ResourceQuotaScopes.NONE) ? "" : other.scopes().scopeText()));
        }
    }

    /** Warns that MIG instances and shares are separate resources, which a quota of whole GPUs does not count. */
    private void warnUnlimited(SetQuotaIntent intent) {
        var ofAll = new TreeSet<String>();
        var ofSome = new TreeSet<String>();
        var own = ofAll;
        for (var quota : input.quotas()) {
            var counts = quota.scopes().equals(ResourceQuotaScopes.NONE) ? ofAll : ofSome;
            if (quota.name().equals(intent.name())) {
                own = counts;
                quota.hard().keySet().stream().filter(key -> !intent.hard().getOrDefault(key, "kept").isEmpty())
                        .forEach(counts::add);
            } else {
                counts.addAll(quota.hard().keySet());
            }
        }
        intent.hard().entrySet().stream().filter(entry -> !entry.getValue().isEmpty()).map(Map.Entry::getKey)
                .forEach(own::add);
        var unlimited = computeResources(key -> !ofAll.contains(key) && !ofSome.contains(key));
        if (!unlimited.isEmpty()) {
            addWarning(new NamespacePolicyWarning.ResourcesUnlimited(namespace, unlimited));
        }
        var partly = computeResources(key -> !ofAll.contains(key) && ofSome.contains(key));
        if (!partly.isEmpty()) {
            addWarning(new NamespacePolicyWarning.ResourcesPartlyLimited(namespace, partly));
        }
    }

    private List<String> computeResources(Predicate<String> which) {
        var open = new TreeSet<String>();
        for (var node : input.snapshot().nodes()) {
            node.resourceNames().stream().filter(this::isComputeResource)
                    .filter(name -> which.test(QuotaKey.forRequestsOf(name).text())).forEach(open::add);
        }
        return List.copyOf(open);
    }

    private boolean isComputeResource(String name) {
        return input.accelerators().acceleratorOf(name).filter(kind -> kind.isCompute()).isPresent();
    }
}
