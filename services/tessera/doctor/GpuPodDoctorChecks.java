package tessera.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.doctor.DiagnosisInput.CreationFailureEvent;
import tessera.doctor.DiagnosisInput.SimilarPendingPods;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.scheduling.PendingReason;
import tessera.scheduling.PodFitResult;
import tessera.scheduling.SchedulingRemedy;
import tessera.scheduling.SchedulingRemedyChange;
import tessera.stack.ContainerLogTail;
import tessera.stack.LogErrorLineFinder;
import tessera.text.DurationFormatter;
import tessera.text.MessageCatalog;

/** Checks the pods that request or hold devices: those that wait, those that do not run, those that do not end. */
final class GpuPodDoctorChecks {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuPodDoctorChecks.class);
    private static final Duration ENDING = Duration.ofMinutes(10);
    private static final Duration PLACED = Duration.ofMinutes(5);
    private static final int LISTED = 6;
    /** What a pod does not get over. */
    private static final Set<String> OVER = Set.of("devices-gone", "out-of-resource", "ended-by-node", "unsuited");

    private final GpuStackSymptomCatalog catalog;
    private final DiagnosisInput input;
    private final AcceleratorCatalog accelerators;
    private final List<DiagnosisFinding> findings = new ArrayList<>();

    GpuPodDoctorChecks(GpuStackSymptomCatalog catalog, DiagnosisInput input, AcceleratorCatalog accelerators) {
        this.catalog = catalog;
        this.input = input;
        this.accelerators = accelerators;
    }

    /** @param pod looked at even if it wants no device; empty for none */
    List<DiagnosisFinding> findings(String pod) {
        input.pendingPods().forEach(this::checkWaiting);
        var unbegun = input.symptoms().stream().filter(podSymptom -> podSymptom.id().equals("user-namespaces"))
                .map(podSymptom -> podSymptom.pod().key()).collect(Collectors.toSet());
        var holders = input.fleet().holders().map(PodSummary::key).collect(Collectors.toSet());
        for (var each : input.allPods().values()) {
            if (accelerators.isRequestedBy(each) || holders.contains(each.key()) || each.key().equals(pod)
                    || input.warnings().containsKey(each.key())) {
                if (!unbegun.contains(each.key())) {
                    checkRunning(each);
                }
                checkTerminating(each);
            }
        }
        input.symptoms()
                .forEach(
                        symptom -> findings.add(KubectlLogCommands.withLogCommands(
                                catalog.finding(symptom.id(), subjectOf(symptom.pod(), ""), symptom.evidence())
                                        .withOtherObjects(podResources(symptom.otherPods())),
                                symptom.container(), false)));
        input.sharedDevices().forEach(device -> findings.add(catalog.finding("low-utilisation-shared",
                SymptomPlaceholderValues.ofNode(device.node(), device.device()), device.evidence())));
        checkFailureEvents();
        input.limits()
                .forEach(limit -> findings.add(catalog
                        .finding(limit.id(),
                                new SymptomPlaceholderValues(limit.kubectlName(), "",
                                        Map.of("what", limit.entryText())),
                                List.of(limit.kubectlName()))
                        .withRemediation(limit.remediation())));
        return List.copyOf(findings);
    }

    private String elsewhereId(PodSummary pod, PodFitResult fit) {
        return isOld(pod) && fit.agreement().schedulerMessage().isEmpty() && lacksMessage(pod) ? "scheduler-silent"
                : "elsewhere";
    }

    private void checkWaiting(SimilarPendingPods group) {
        var fit = group.fit();
        var first = group.pods().getFirst();
        var id = switch (fit.outcome()) {
            case NEVER -> neverFitsId(fit);
            case CLOSED -> "closed-to-it";
            case REFUSED -> "refused";
            case NOT_NOW -> fit.isWaitingForCapacity() ? "no-room" : "hindered";
            case GATED -> "gated";
            case ELSEWHERE -> elsewhereId(first, fit);
            case FITS, MAY_FIT -> placeable(first, fit);
            case UNKNOWN -> first.message().isEmpty() ? "" : "unjudged";
            case ENDED, BOUND -> "";
        };
        if (id.isEmpty()) {
            return;
        }
        var plain = catalog.finding(id, SymptomPlaceholderValues.ofPod(first.key(), "", problemOf(fit)),
                evidenceOf(id, group.pods()));
        var helps = fit.remedies().stream().findFirst();
        var commands = Stream.concat(helps.map(SchedulingRemedy::command).filter(each -> !each.isEmpty()).stream(),
                plain.commands().stream()).toList();
        findings.add(new DiagnosisFinding(plain.id(), plain.severity(), plain.object(), "", plain.reason(),
                plain.explanation(), plain.evidence(), helps.map(SchedulingRemedy::text).orElse(plain.remedy()),
                commands,
                helps.map(suggestion -> new FindingRemediation.PodUnblockRemedy(first.key(), suggestion.remedy())),
                podResources(group.pods().subList(1, group.pods().size()))));
    }

    /** The headline of the finding says already that the scheduler refuses the pod. */
    private static String problemOf(PodFitResult fit) {
        return fit.reason().cause() instanceof PendingReason.PodRefused(var message) ? message : fit.headline();
    }

    /** A node that offers nothing until it is repaired is not in the way for ever. */
    private static String neverFitsId(PodFitResult fit) {
        if (fit.reason().cause() instanceof PendingReason.NodeBeingAdded) {
            return "node-coming";
        }
        if (fit.remedies().stream()
                .anyMatch(each -> each.remedy() instanceof SchedulingRemedyChange.RepairNodeAction)) {
            return "closed-to-it";
        }
        return "never-fits";
    }

    /** Whoever claims devices may wait for these alone, where it is not seen who has them. */
    private String placeable(PodSummary pod, PodFitResult fit) {
        if (!fit.podSpec().deviceClaims().isEmpty()
                && input.fleet().snapshot().devices().hiddenProblems().findAny().isPresent()) {
            return "hindered";
        }
        return isOld(pod) ? "not-placed" : "";
    }

    private static boolean lacksMessage(PodSummary pod) {
        return pod.message().isEmpty() && pod.reason().isEmpty();
    }

    private static List<String> podResources(List<PodSummary> pods) {
        return pods.stream().map(pod -> DiagnosisFinding.podResource(pod.key())).sorted().toList();
    }

    private boolean isOld(PodSummary pod) {
        var created = pod.created();
        return created != null && input.fleet().snapshot().ageOf(created, input.now()).compareTo(PLACED) > 0;
    }

    private static List<String> evidenceOf(String id, List<PodSummary> pods) {
        var alike = otherPodsText(pods);
        // Otherwise what the scheduler says is judged by what is seen of nodes.
        if (id.equals("unjudged")) {
            return Stream.concat(Stream.of(MESSAGES.text("scheduler", pods.getFirst().message())), alike.stream())
                    .toList();
        }
        return alike;
    }

    private static List<String> otherPodsText(List<PodSummary> pods) {
        if (pods.size() < 2) {
            return List.of();
        }
        return List.of(MESSAGES.text("same.list", pods.stream().skip(1).map(PodSummary::key).toList()));
    }

    private void checkRunning(PodSummary pod) {
        boolean well = pod.phase() == PodPhase.SUCCEEDED || pod.node().isEmpty()
                || (pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total());
        if (!well) {
            var told = Stream
                    .of(pod.status(), pod.reason(), pod.message(), input.warnings().getOrDefault(pod.key(), ""))
                    .filter(each -> !each.isBlank()).distinct().collect(Collectors.joining(": "));
            boolean owned = pod.owner().exists();
            var of = subjectOf(pod, pod.status())
                    .withPlaceholder("again", MESSAGES.text("pod.again", owned ? pod.owner().kind() : ""))
                    .withPlaceholder("mend", MESSAGES.text("pod.repair", owned));
            var log = Optional.ofNullable(input.logs().get(pod.key()));
            var lines = log.map(ContainerLogTail::lines).orElse(List.of());
            catalog.logFinding(lines, told, of).or(() -> findLogFinding(told, of, lines))
                    .map(finding -> KubectlLogCommands.withLogCommands(finding, pod, log))
                    .map(finding -> OVER.contains(finding.id()) ? withDeletion(finding, pod) : finding)
                    .ifPresent(findings::add);
        }
    }

    private Optional<DiagnosisFinding> findLogFinding(String told, SymptomPlaceholderValues of, List<String> lines) {
        return catalog.podFinding(told, of).map(finding -> withLogLine(finding, lines));
    }

    /** Returns the finding with the log line that explains most, or else the last one, where its commands read a log. */
    private static DiagnosisFinding withLogLine(DiagnosisFinding finding, List<String> lines) {
        var last = lines.reversed().stream().filter(line -> !line.isBlank()).findFirst();
        if (!finding.commands().stream().anyMatch(command -> command.contains(" logs "))) {
            return finding;
        }
        return LogErrorLineFinder.find(lines).map(line -> MESSAGES.text("log", line)).or(() -> lastLineText(last))
                .map(finding::withEvidence).orElse(finding);
    }

    private static Optional<String> lastLineText(Optional<String> last) {
        return last.map(line -> MESSAGES.text("log.last", line.strip()));
    }

    /** Returns the finding with the deletion of a pod that has a controller; else the object is all that is left. */
    private static DiagnosisFinding withDeletion(DiagnosisFinding finding, PodSummary pod) {
        if (pod.owner().exists()) {
            return finding.withRemediation(new FindingRemediation.PodDeletionRemedy(List.of(pod.key())));
        }
        return finding
                .withCommands(finding.commands().stream().filter(command -> !command.contains(" delete ")).toList());
    }

    private void checkTerminating(PodSummary pod) {
        var asked = pod.deleting();
        if (asked != null) {
            var age = input.fleet().snapshot().ageOf(asked, input.now());
            if (age.compareTo(ENDING) > 0) {
                findings.add(catalog.finding("terminating",
                        SymptomPlaceholderValues.ofPod(pod.key(), pod.node(), DurationFormatter.durationText(age)),
                        List.of()));
            }
        }
    }

    /** Checks the failure events; objects of a namespace with the same reason are reported together. */
    private void checkFailureEvents() {
        var groups = new LinkedHashMap<String, List<CreationFailureEvent>>();
        for (var note : input.failureEvents()) {
            // What the reason names belongs to it.
            var finding = note.finding(catalog, subjectOf(note, "")).orElse(null);
            if (finding != null) {
                groups.computeIfAbsent(finding.id() + " " + note.namespace() + finding.headline(),
                        _ -> new ArrayList<>()).add(note);
            }
        }
        for (var group : groups.values()) {
            var first = group.getFirst();
            var subject = MESSAGES.text("events.subject", first.kindAndName(), group.size() - 1, first.namespace());
            var finding = first.finding(catalog, subjectOf(first, subject)).orElse(null);
            if (finding != null) {
                var evidence = new ArrayList<>(finding.evidence());
                group.stream().skip(1).limit(LISTED).map(event -> MESSAGES.text("same.for", event.kindAndName()))
                        .forEach(evidence::add);
                findings.add(new DiagnosisFinding(finding.id(),
                        isOfStack(first) ? AlertOrFindingSeverity.CRITICAL : finding.severity(), finding.object(), "",
                        finding.reason(), finding.explanation(), evidence, finding.remedy(), finding.commands(),
                        first.remediation(), group.stream().skip(1).map(CreationFailureEvent::object).toList()));
            }
        }
    }

    /** Returns the subject for a pod; an examined one need not have devices. */
    private SymptomPlaceholderValues subjectOf(PodSummary pod, String subject) {
        boolean holds = accelerators.isRequestedBy(pod) || !pod.claims().isEmpty();
        return SymptomPlaceholderValues.ofPod(pod.key(), pod.node(), subject).withPlaceholder("holding",
                holds ? MESSAGES.text("pod.holding") : "");
    }

    private static SymptomPlaceholderValues subjectOf(CreationFailureEvent note, String subject) {
        return new SymptomPlaceholderValues(note.object(), "", Map.of("what", subject, "namespace", note.namespace()));
    }

    /** Returns whether an event is of the GPU stack, without whose pods a node has no GPU. */
    private boolean isOfStack(CreationFailureEvent note) {
        return input.stack().flatMap(stack -> stack.objects().operandSets().result()).stream().flatMap(List::stream)
                .anyMatch(set -> set.namespace().equals(note.namespace()));
    }

    /** The commands that read the log of a pod: of the failing container, and of the run in which it failed. */
    private static final class KubectlLogCommands {

        private static final String BEFORE = " --previous";
        private static final String ALL = " --all-containers";
        private static final Pattern FAILED = Pattern.compile("restarting failed container=(\\S+) ");

        private KubectlLogCommands() {}

        /** @param log what was read of it; empty where nothing could be */
        static DiagnosisFinding withLogCommands(DiagnosisFinding finding, PodSummary pod,
                Optional<ContainerLogTail> log) {
            var failed = FAILED.matcher(pod.message());
            if (log.isPresent()) {
                return withLogCommands(finding, log.get().container(), log.get().hasPreviousRun());
            }
            if (failed.find()) {
                return withLogCommands(finding, failed.group(1), true);
            }
            return withLogCommands(finding, "", false);
        }

        /**
         * Returns the finding with commands that read one log.
         *
         * @param container empty for those of all, of which some may not have run before: asked for that, kubectl shows none
         */
        static DiagnosisFinding withLogCommands(DiagnosisFinding finding, String container, boolean ranBefore) {
            return finding.withCommands(finding.commands().stream().map(each -> {
                var named = container.isEmpty() ? each : each.replace(ALL, " -c " + container);
                return ranBefore ? named : named.replace(BEFORE, "");
            }).toList());
        }
    }
}
