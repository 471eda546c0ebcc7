package tessera.plan.quota;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import tessera.lint.finding.LintFinding;
import tessera.model.ObjectName;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Quantity;
import tessera.plan.context.ManifestLookups.LookupQuota;
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.SetQuota;
import tessera.plan.node.KubernetesNames;
import tessera.quota.QuotaKey;
import tessera.quota.QuotaKey.CountedUnit;
import tessera.quota.QuotaTable;
import tessera.quota.ResourceRoom;
import tessera.scheduling.spec.QuotaScopes;

/** What speaks against a bound of a namespace, and what to think of before. Pure. */
final class QuotaWarnings {

    private static final Set<String> HERE = Set.of("quota-limits-nothing", "gpu-amount-not-whole");
    private static final Set<String> ASKED_OF_ALL = Set.of("cpu", "memory", "requests.cpu", "requests.memory",
            "limits.cpu", "limits.memory");

    private final QuotaSurvey survey;
    private final String namespace;
    private final List<Problem> refusals = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    QuotaWarnings(QuotaSurvey survey, String namespace) {
        this.survey = survey;
        this.namespace = namespace;
    }

    List<Problem> refusals() {
        return List.copyOf(refusals);
    }

    List<String> warnings() {
        return warnings.stream().distinct().toList();
    }

    void refuse(ProblemKind kind, String headline, String remedy) {
        refusals.add(new Problem(kind, headline, "", remedy));
    }

    void warn(String words) {
        warnings.add(words);
    }

    /** A name that the server would take of what is in a namespace. */
    void objectName(String name) {
        ObjectName.against(name).ifPresent(wrong -> refuse(ProblemKind.INVALID, wrong, ""));
    }

    /** A name that the server would take of a namespace. */
    void name(String name) {
        ObjectName.againstNamespace(name).ifPresent(wrong -> refuse(ProblemKind.INVALID, wrong, ""));
    }

    /** Labels that the server would take. */
    void labels(SortedMap<String, String> labels) {
        labels.forEach((key, value) -> KubernetesNames.key(key).or(() -> KubernetesNames.value(key, value))
                .ifPresent(refusals::add));
    }

    /** The namespace has to be there. */
    void namespace() {
        if (ObjectName.againstNamespace(namespace).isPresent()) {
            name(namespace);
        } else if (survey.namespace().isEmpty()) {
            refuse(ProblemKind.NOT_FOUND, "There is no namespace “%s”".formatted(namespace),
                    "Make it with its quota: tessera plan team %s --gpus N.".formatted(namespace));
        }
    }

    /** Whoever means to make something does not change what others made by that name, and the other way round. */
    void aim(Aim aim, ObjectRef object) {
        boolean there = survey.object(object.resource(), object.name()).isPresent();
        if (aim == Aim.NEW && there) {
            refuse(ProblemKind.CONFLICT,
                    "There is a %s “%s” in %s already".formatted(object.kind(), object.name(), namespace),
                    "Change that one instead, or choose another name.");
        } else if (aim == Aim.THERE && !there) {
            refuse(ProblemKind.NOT_FOUND, "There is no %s “%s” in %s any more".formatted(object.kind(), object.name(),
                    namespace), "Make a new one instead, if it is still wanted.");
        } else if (aim == Aim.EITHER && there) {
            warn("There is a %s “%s” in %s already, and that one is changed".formatted(object.kind(), object.name(),
                    namespace));
        }
    }

    void amounts(SortedMap<String, String> hard) {
        if (hard.isEmpty()) {
            refuse(ProblemKind.INVALID, "Nothing is to be limited", "Say of what, and how much.");
        }
        hard.forEach((key, amount) -> {
            if (!amount.isEmpty()) {
                amount(new QuotaKey(key), amount);
            }
        });
    }

    private void amount(QuotaKey key, String amount) {
        if (key.counts() == CountedUnit.NOTHING) {
            refuse(ProblemKind.INVALID, "%s is accepted by the server and limits nothing".formatted(key.text()),
                    "Only %s is counted.".formatted(QuotaKey.ofResource(key.resource()).text()));
            return;
        }
        var complaint = key.complaint(amount);
        if (complaint.isPresent()) {
            refuse(ProblemKind.INVALID, complaint.get(), "Say a number, such as 8.");
        } else if (key.counts() == CountedUnit.DEVICES) {
            Quantity.exact(amount).ifPresent(number -> offered(key, number));
        } else if (ASKED_OF_ALL.contains(key.text())) {
            warn("Every pod of %s has to say %s from then on, or is refused".formatted(namespace, key.text()));
        }
    }

    private void offered(QuotaKey key, BigDecimal amount) {
        var room = ResourceRoom.of(survey.snapshot(), key.resource());
        if (!survey.snapshot().nodesSeen()) {
            return;
        }
        if (room.all() == 0) {
            warn("No node offers %s now".formatted(key.resource()));
        } else if (amount.compareTo(BigDecimal.valueOf(room.all())) > 0) {
            warn("All nodes together offer %d of %s, fewer than the quota allows".formatted(room.all(),
                    key.resource()));
        }
    }

    /** What the rules for manifests find in what is to be written, beside what is looked at here. */
    void findings() {
        for (LintFinding finding : survey.findings().stream().filter(each -> !HERE.contains(each.rule().id()))
                .toList()) {
            switch (finding.severity()) {
                case ERROR -> error(finding);
                case WARNING -> warn(finding.reason());
                case HINT -> {
                    // Nobody who sets a quota wants to hear of it now.
                }
            }
        }
    }

    /** What is refused already with what helps is not told again; a rule's word stands for one that says nothing of that. */
    private void error(LintFinding finding) {
        var subject = finding.reason().split(" ", 2)[0];
        var same = refusals.stream().filter(each -> List.of(each.headline().split(" ")).contains(subject)).toList();
        if (same.stream().anyMatch(each -> !each.remedy().isEmpty())) {
            return;
        }
        refusals.removeAll(same);
        refuse(ProblemKind.INVALID, finding.reason(),
                finding.fix().map(fix -> fix.words() + ".").orElseGet(finding::advice));
    }

    /** What is used of it already, who else counts it, and what stays without a limit. */
    void quota(SetQuota intent) {
        var own = survey.quotas().stream().filter(each -> each.name().equals(intent.name()))
                .filter(each -> !each.scopes().equals(QuotaScopes.NONE)).findFirst();
        own.ifPresent(
                scoped -> warn("The quota “%s” counts only %s".formatted(scoped.name(), scoped.scopes().words())));
        intent.hard().forEach((text, amount) -> {
            own.ifPresentOrElse(scoped -> counted(scoped, text, amount), () -> held(text, amount));
            if (new QuotaKey(text).counts() == CountedUnit.DEVICES && Quantity.units(amount).isPresent()) {
                survey.quotas().stream().filter(other -> !other.name().equals(intent.name()))
                        .forEach(other -> beside(other, text));
            }
        });
        unlimited(intent);
    }

    /** Which pods a quota for some counts is the server's to say. */
    private void counted(LookupQuota scoped, String key, String amount) {
        var used = Quantity.exact(scoped.used().getOrDefault(key, ""));
        var most = Quantity.exact(amount);
        if (used.isPresent() && most.isPresent() && used.get().compareTo(most.get()) > 0) {
            warn("The pods that it counts have %s of %s: none of them is ended, and no further one of these is let in%s"
                    .formatted(scoped.used().get(key), key, until("until there is less than %s", amount)));
        }
    }

    /** Of nothing there is never less. */
    private static String until(String words, String amount) {
        return Quantity.exact(amount).filter(most -> most.signum() == 0).isPresent() ? ", nor will one be"
                : " " + words.formatted(amount);
    }

    private void held(String text, String amount) {
        beyond(text, amount);
        var key = new QuotaKey(text);
        var wanted = Quantity.units(amount);
        if (wanted.isPresent() && key.counts() == CountedUnit.DEVICES) {
            long used = QuotaTable.wanted(survey.snapshot(), namespace).get(key.resource());
            if (used > wanted.getAsLong()) {
                warn("Pods of %s have %s%d of %s: none of them is ended, and no further one is let in%s"
                        .formatted(namespace, survey.snapshot().allocationComplete(namespace) ? "" : "at least ", used,
                                key.resource(), until("until fewer than %s are left", amount)));
            }
        }
    }

    /** Of what is no device. */
    private void beyond(String key, String amount) {
        var held = RequestedAmounts.of(survey.snapshot(), namespace, key);
        var most = Quantity.exact(amount);
        if (held.isPresent() && most.isPresent() && held.get().compareTo(most.get()) > 0) {
            warn("%s has %smore than %s of %s now: no pod is ended, and no further one is let in%s"
                    .formatted(namespace, survey.snapshot().allocationComplete(namespace) ? "" : "at least ", amount,
                            key,
                            until("until there is less", amount)));
        }
    }

    private void beside(LookupQuota other, String key) {
        var allowed = other.hard().get(key);
        if (allowed != null) {
            warn("The quota “%s” of %s allows %s of %s%s: the lower one counts".formatted(other.name(), namespace,
                    allowed, key, other.scopes().equals(QuotaScopes.NONE) ? "" : " to " + other.scopes().words()));
        }
    }

    /** MIG instances and shares are resources of their own: a quota for whole GPUs does not count them. */
    private void unlimited(SetQuota intent) {
        var ofAll = new TreeSet<String>();
        var ofSome = new TreeSet<String>();
        var own = ofAll;
        for (var quota : survey.quotas()) {
            var counts = quota.scopes().equals(QuotaScopes.NONE) ? ofAll : ofSome;
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
        open("No quota of %s counts %s: its pods may take what is free of these",
                key -> !ofAll.contains(key) && !ofSome.contains(key));
        open("The quotas of %s count %s of some pods only: its others may take what is free of these",
                key -> !ofAll.contains(key) && ofSome.contains(key));
    }

    private void open(String words, Predicate<String> which) {
        var open = new TreeSet<String>();
        survey.snapshot().nodes().forEach(node -> node.resources().stream()
                .filter(name -> survey.accelerators().of(name).filter(kind -> kind.computes()).isPresent())
                .filter(name -> which.test(QuotaKey.ofResource(name).text())).forEach(open::add));
        if (!open.isEmpty()) {
            warn(words.formatted(namespace, String.join(", ", open)));
        }
    }
}
