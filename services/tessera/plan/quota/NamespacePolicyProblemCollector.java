package tessera.plan.quota;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/** Collects refusals and warnings for a bound of a namespace. Pure. */
final class NamespacePolicyProblemCollector {

    private static final Set<String> HERE = Set.of("quota-limits-nothing", "gpu-amount-not-whole");
    private static final Set<String> ASKED_OF_ALL = Set.of("cpu", "memory", "requests.cpu", "requests.memory",
            "limits.cpu", "limits.memory");

    private final NamespacePolicyPlannerInput input;
    private final String namespace;
    private final List<Problem> refusals = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    NamespacePolicyProblemCollector(NamespacePolicyPlannerInput input, String namespace) {
        this.input = input;
        this.namespace = namespace;
    }

    List<Problem> refusals() {
        return List.copyOf(refusals);
    }

    List<String> warnings() {
        return warnings.stream().distinct().toList();
    }

    void addRefusal(OperationProblemKind kind, String headline, String remedy) {
        refusals.add(new Problem(kind, headline, "", remedy));
    }

    void addWarning(String text) {
        warnings.add(text);
    }

    /** Checks that the server accepts the name of an object. */
    void checkObjectName(String name) {
        ObjectNameValidator.nameProblem(name).ifPresent(wrong -> addRefusal(OperationProblemKind.INVALID, wrong, ""));
    }

    /** Checks that the server accepts the name of a namespace. */
    void checkNamespaceName(String name) {
        ObjectNameValidator.namespaceProblem(name)
                .ifPresent(wrong -> addRefusal(OperationProblemKind.INVALID, wrong, ""));
    }

    /** Checks that the server accepts the labels. */
    void checkLabels(SortedMap<String, String> labels) {
        for (var entry : labels.entrySet()) {
            var key = entry.getKey();
            var value = entry.getValue();
            LabelAndTaintValidator.keyProblem(key)
                    .or(() -> LabelAndTaintValidator.valueProblem(key, value))
                    .ifPresent(refusals::add);
        }
    }

    /** Checks that the namespace exists. */
    void checkNamespace() {
        if (ObjectNameValidator.namespaceProblem(namespace).isPresent()) {
            checkNamespaceName(namespace);
        } else if (input.namespace().isEmpty()) {
            addRefusal(OperationProblemKind.NOT_FOUND, "There is no namespace “%s”".formatted(namespace),
                    "Make it with its quota: tessera plan team %s --gpus N.".formatted(namespace));
        }
    }

    /** Checks that an object to create does not exist, and that one to change does. */
    void checkExpectedState(ObjectExistenceRequirement aim, ObjectRef object) {
        boolean there = input.findObject(object.resource(), object.name()).isPresent();
        if (aim == ObjectExistenceRequirement.NEW && there) {
            addRefusal(OperationProblemKind.CONFLICT,
                    "There is a %s “%s” in %s already".formatted(object.kind(), object.name(), namespace),
                    "Change that one instead, or choose another name.");
        } else if (aim == ObjectExistenceRequirement.THERE && !there) {
            addRefusal(OperationProblemKind.NOT_FOUND,
                    "There is no %s “%s” in %s any more".formatted(object.kind(), object.name(),
                            namespace),
                    "Make a new one instead, if it is still wanted.");
        } else if (aim == ObjectExistenceRequirement.EITHER && there) {
            addWarning(
                    "There is a %s “%s” in %s already, and that one is changed".formatted(object.kind(), object.name(),
                            namespace));
        }
    }

    void checkAmounts(SortedMap<String, String> hard) {
        if (hard.isEmpty()) {
            addRefusal(OperationProblemKind.INVALID, "Nothing is to be limited", "Say of what, and how much.");
        }
        hard.forEach((key, amount) -> {
            if (!amount.isEmpty()) {
                checkAmount(new QuotaKey(key), amount);
            }
        });
    }

    private void checkAmount(QuotaKey key, String amount) {
        if (key.countedUnit() == CountedUnit.NOTHING) {
            addRefusal(OperationProblemKind.INVALID,
                    "%s is accepted by the server and limits nothing".formatted(key.text()),
                    "Only %s is counted.".formatted(QuotaKey.forRequestsOf(key.resourceName()).text()));
            return;
        }
        var complaint = key.limitProblem(amount);
        if (complaint.isPresent()) {
            addRefusal(OperationProblemKind.INVALID, complaint.get(), "Say a number, such as 8.");
        } else if (key.countedUnit() == CountedUnit.DEVICES) {
            QuantityParser.parseExact(amount).ifPresent(number -> checkOffered(key, number));
        } else if (ASKED_OF_ALL.contains(key.text())) {
            addWarning("Every pod of %s has to say %s from then on, or is refused".formatted(namespace, key.text()));
        }
    }

    private void checkOffered(QuotaKey key, BigDecimal amount) {
        var capacity = NewPodResourceCapacity.roomIgnoringTaints(input.snapshot(), key.resourceName());
        if (!input.snapshot().hasAllNodes()) {
            return;
        }
        if (capacity.all() == 0) {
            addWarning("No node offers %s now".formatted(key.resourceName()));
        } else if (amount.compareTo(BigDecimal.valueOf(capacity.all())) > 0) {
            addWarning("All nodes together offer %d of %s, fewer than the quota allows".formatted(capacity.all(),
                    key.resourceName()));
        }
    }

    /** Adds the lint findings for the new object, besides the checks made here. */
    void addFindings() {
        for (LintFinding finding : input.findings().stream().filter(each -> !HERE.contains(each.rule().id()))
                .toList()) {
            switch (finding.severity()) {
                case ERROR -> addError(finding);
                case WARNING -> addWarning(finding.reason());
                case HINT -> {
                    // Nobody who sets a quota wants to hear of it now.
                }
            }
        }
    }

    /** Adds a lint error unless it is refused already with a remedy. */
    private void addError(LintFinding finding) {
        var subject = finding.reason().split(" ", 2)[0];
        var same = refusals.stream().filter(problem -> List.of(problem.headline().split(" ")).contains(subject))
                .toList();
        if (same.stream().anyMatch(problem -> !problem.remedy().isEmpty())) {
            return;
        }
        refusals.removeAll(same);
        addRefusal(OperationProblemKind.INVALID, finding.reason(),
                finding.fix().map(fix -> fix.description() + ".").orElseGet(finding::remedyText));
    }

    /** Warns about present usage, other quotas that count the same, and unlimited resources. */
    void checkQuota(SetQuotaIntent intent) {
        var own = input.quotas().stream().filter(quota -> quota.name().equals(intent.name()))
                .filter(quota -> !quota.scopes().equals(ResourceQuotaScopes.NONE)).findFirst();
        own.ifPresent(
                scoped -> addWarning(
                        "The quota “%s” counts only %s".formatted(scoped.name(), scoped.scopes().scopeText())));
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
            addWarning(
                    "The pods that it counts have %s of %s: none of them is ended, and no further one of these is let in%s"
                            .formatted(scoped.used().get(key), key, untilText("until there is less than %s", amount)));
        }
    }

    /** Returns the end of a warning: until usage is below the amount, or never if that is zero. */
    private static String untilText(String text, String amount) {
        if (QuantityParser.parseExact(amount).filter(most -> most.signum() == 0).isPresent()) {
            return ", nor will one be";
        }
        return " " + text.formatted(amount);
    }

    private void warnHeld(String text, String amount) {
        warnBelowUsage(text, amount);
        var key = new QuotaKey(text);
        var wanted = QuantityParser.parseUnits(amount);
        if (wanted.isPresent() && key.countedUnit() == CountedUnit.DEVICES) {
            long used = QuotaTableBuilder.activeRequests(input.snapshot(), namespace).get(key.resourceName());
            if (used > wanted.getAsLong()) {
                addWarning("Pods of %s have %s%d of %s: none of them is ended, and no further one is let in%s"
                        .formatted(namespace, input.snapshot().isAllocationComplete(namespace) ? "" : "at least ",
                                used,
                                key.resourceName(), untilText("until fewer than %s are left", amount)));
            }
        }
    }

    /** Warns if the usage of a resource that is no device exceeds the amount. */
    private void warnBelowUsage(String key, String amount) {
        var held = PodQuotaRequestCalculator.requestedIn(input.snapshot(), namespace, key);
        var most = QuantityParser.parseExact(amount);
        if (held.isPresent() && most.isPresent() && held.get().compareTo(most.get()) > 0) {
            addWarning("%s has %smore than %s of %s now: no pod is ended, and no further one is let in%s"
                    .formatted(namespace, input.snapshot().isAllocationComplete(namespace) ? "" : "at least ", amount,
                            key,
                            untilText("until there is less", amount)));
        }
    }

    private void warnOtherQuota(QuotaWithUsage other, String key) {
        var allowed = other.hard().get(key);
        if (allowed != null) {
            addWarning("The quota “%s” of %s allows %s of %s%s: the lower one counts".formatted(other.name(), namespace,
                    allowed, key,
                    other.scopes().equals(ResourceQuotaScopes.NONE) ? "" : " to " + other.scopes().scopeText()));
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
        warnUncounted("No quota of %s counts %s: its pods may take what is free of these",
                key -> !ofAll.contains(key) && !ofSome.contains(key));
        warnUncounted("The quotas of %s count %s of some pods only: its others may take what is free of these",
                key -> !ofAll.contains(key) && ofSome.contains(key));
    }

    private void warnUncounted(String text, Predicate<String> which) {
        var open = new TreeSet<String>();
        for (var node : input.snapshot().nodes()) {
            node.resourceNames().stream()
                    .filter(this::isComputeResource)
                    .filter(name -> which.test(QuotaKey.forRequestsOf(name).text())).forEach(open::add);
        }
        if (!open.isEmpty()) {
            addWarning(text.formatted(namespace, String.join(", ", open)));
        }
    }

    private boolean isComputeResource(String name) {
        return input.accelerators().acceleratorOf(name).filter(kind -> kind.isCompute()).isPresent();
    }
}
