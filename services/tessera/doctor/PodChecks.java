package tessera.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Severity;
import tessera.doctor.DiagnosisInput.FailureEvent;
import tessera.doctor.DiagnosisInput.WaitingPods;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.insight.AcceleratorCatalog;
import tessera.model.DurationText;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.SentenceText;
import tessera.scheduling.FitCheck;
import tessera.scheduling.PodFit;
import tessera.scheduling.RemedySuggestion;
import tessera.stack.LogComplaint;
import tessera.stack.PodLog;

/** Looks at the pods that want or hold devices: those that wait, those that do not run, those that do not end. */
final class PodChecks {

    private static final Duration ENDING = Duration.ofMinutes(10);
    private static final Duration PLACED = Duration.ofMinutes(5);
    private static final int LISTED = 6;
    /** What the headline of a finding says already, by its id. */
    private static final Map<String, String> SAID = Map.of("no-room", "Not now: ", "hindered", "Not now: ",
            "elsewhere", "It ", "scheduler-silent", "It ", "refused", "It cannot be placed anywhere: ",
            "never-fits", "No node could take it, not even empty: ", "unjudged", FitCheck.TOLD);
    /** What a pod does not get over. */
    private static final Set<String> OVER = Set.of("devices-gone", "out-of-resource", "ended-by-node", "unsuited");

    private final SymptomCatalog matrix;
    private final DiagnosisInput known;
    private final AcceleratorCatalog accelerators;
    private final List<DoctorFinding> found = new ArrayList<>();

    PodChecks(SymptomCatalog matrix, DiagnosisInput known, AcceleratorCatalog accelerators) {
        this.matrix = matrix;
        this.known = known;
        this.accelerators = accelerators;
    }

    /** @param pod looked at even if it wants no device; empty for none */
    List<DoctorFinding> findings(String pod) {
        known.waiting().forEach(this::waiting);
        var unbegun = known.signs().stream().filter(sign -> sign.id().equals("user-namespaces"))
                .map(sign -> sign.pod().key()).collect(Collectors.toSet());
        var holders = known.fleet().holders().map(PodFacts::key).collect(Collectors.toSet());
        for (var each : known.everyPod().values()) {
            if (accelerators.wantedBy(each) || holders.contains(each.key()) || each.key().equals(pod)
                    || known.warned().containsKey(each.key())) {
                if (!unbegun.contains(each.key())) {
                    running(each);
                }
                ending(each);
            }
        }
        known.signs().forEach(each -> found.add(PodLogs.of(matrix.finding(each.id(),
                of(each.pod(), ""), each.evidence()).alsoOf(objects(each.others())), each.container(), false)));
        known.boards().forEach(board -> found.add(matrix.finding("low-utilisation-shared",
                SymptomSubject.node(board.node(), board.device()), board.evidence())));
        notes();
        known.limits().forEach(limit -> found.add(matrix.finding(limit.id(),
                new SymptomSubject(limit.named(), "", Map.of("what", limit.what())), List.of(limit.named()))
                .mendedBy(limit.mending())));
        return List.copyOf(found);
    }

    private void waiting(WaitingPods group) {
        var fit = group.fit();
        var first = group.pods().getFirst();
        var id = switch (fit.outcome()) {
            case NEVER -> fit.headline().startsWith(FitCheck.COMING) ? "node-coming" : "never-fits";
            case CLOSED -> "closed-to-it";
            case REFUSED -> "refused";
            case NOT_NOW -> fit.full() ? "no-room" : "hindered";
            case GATED -> "gated";
            case ELSEWHERE -> old(first) && untold(first) ? "scheduler-silent" : "elsewhere";
            case FITS -> placeable(first, fit);
            case UNKNOWN -> first.message().isEmpty() ? "" : "unjudged";
            case ENDED, BOUND -> "";
        };
        if (id.isEmpty()) {
            return;
        }
        var plain = matrix.finding(id, SymptomSubject.pod(first.key(), "", inside(id, fit.headline())),
                evidence(id, group.pods()));
        var helps = fit.suggestions().stream().findFirst();
        var commands = Stream.concat(helps.map(RemedySuggestion::command).filter(each -> !each.isEmpty()).stream(),
                plain.commands().stream()).toList();
        found.add(new DoctorFinding(plain.id(), plain.severity(), plain.object(), "", plain.headline(), plain.because(),
                plain.evidence(), helps.map(RemedySuggestion::words).orElse(plain.remedy()), commands,
                helps.map(each -> new Remediation.Help(first.key(), each.remedy())),
                objects(group.pods().subList(1, group.pods().size()))));
    }

    /** Whoever claims devices may wait for these alone, where it is not seen who has them. */
    private String placeable(PodFacts pod, PodFit fit) {
        if (!fit.wish().deviceClaims().isEmpty() && known.fleet().snapshot().devices().gaps().findAny().isPresent()) {
            return "hindered";
        }
        return old(pod) ? "not-placed" : "";
    }

    private static boolean untold(PodFacts pod) {
        return pod.message().isEmpty() && pod.reason().isEmpty();
    }

    private static List<String> objects(List<PodFacts> pods) {
        return pods.stream().map(pod -> DoctorFinding.pod(pod.key())).sorted().toList();
    }

    private boolean old(PodFacts pod) {
        var created = pod.created();
        return created != null && known.fleet().snapshot().age(created, known.now()).compareTo(PLACED) > 0;
    }

    /** A headline inside another sentence, which says already what it begins with. */
    private static String inside(String id, String headline) {
        var said = SAID.getOrDefault(id, "");
        return SentenceText.inside(headline.startsWith(said) ? headline.substring(said.length()) : headline);
    }

    private static List<String> evidence(String id, List<PodFacts> pods) {
        var alike = alike(pods);
        // Otherwise what the scheduler says is judged by what is seen of nodes.
        return id.equals("unjudged")
                ? Stream.concat(Stream.of("the scheduler says: " + pods.getFirst().message()), alike.stream()).toList()
                : alike;
    }

    private static List<String> alike(List<PodFacts> pods) {
        if (pods.size() < 2) {
            return List.of();
        }
        var names = pods.stream().skip(1).limit(LISTED).map(PodFacts::key).collect(Collectors.joining(", "));
        return List.of("the same for %s%s".formatted(names, pods.size() > LISTED + 1
                ? " and %d more".formatted(pods.size() - LISTED - 1)
                : ""));
    }

    private void running(PodFacts pod) {
        boolean well = pod.phase() == PodPhase.SUCCEEDED || pod.node().isEmpty()
                || (pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total());
        if (!well) {
            var told = Stream.of(pod.status(), pod.reason(), pod.message(), known.warned().getOrDefault(pod.key(), ""))
                    .filter(each -> !each.isBlank()).distinct().collect(Collectors.joining(": "));
            boolean owned = pod.owner().exists();
            var of = of(pod, pod.status())
                    .with("again", owned ? "It is for its %s to make another.".formatted(pod.owner().kind())
                            : "Nobody makes another: it has no controller.")
                    .with("mend", owned ? "Delete the failed pod"
                            : "Create it again from its manifest, in place of the failed one");
            var log = Optional.ofNullable(known.written().get(pod.key()));
            var lines = log.map(PodLog::lines).orElse(List.of());
            matrix.log(lines, told, of).or(() -> matrix.pod(told, of).map(finding -> quoting(finding, lines)))
                    .map(finding -> PodLogs.of(finding, pod, log))
                    .map(finding -> OVER.contains(finding.id()) ? deleted(finding, pod) : finding)
                    .ifPresent(found::add);
        }
    }

    /** Whoever has to read its log is told the line that tells most, or else what stands last in it. */
    private static DoctorFinding quoting(DoctorFinding finding, List<String> lines) {
        var last = lines.reversed().stream().filter(line -> !line.isBlank()).findFirst();
        return !finding.commands().stream().anyMatch(command -> command.contains(" logs ")) ? finding
                : LogComplaint.of(lines).map("it wrote: "::concat)
                        .or(() -> last.map(line -> "it wrote last: " + line.strip())).map(finding::and)
                        .orElse(finding);
    }

    /** Without a controller the object is all that is left of what somebody wanted. */
    private static DoctorFinding deleted(DoctorFinding finding, PodFacts pod) {
        return pod.owner().exists() ? finding.mendedBy(new Remediation.DeletePods(List.of(pod.key())))
                : finding.with(
                        finding.commands().stream().filter(command -> !command.contains(" delete ")).toList());
    }

    private void ending(PodFacts pod) {
        var asked = pod.deleting();
        if (asked != null) {
            var age = known.fleet().snapshot().age(asked, known.now());
            if (age.compareTo(ENDING) > 0) {
                found.add(matrix.finding("terminating",
                        SymptomSubject.pod(pod.key(), pod.node(), DurationText.words(age)), List.of()));
            }
        }
    }

    /** Objects of a namespace that are refused pods for the same reason are told together. */
    private void notes() {
        var groups = new LinkedHashMap<String, List<FailureEvent>>();
        for (var note : known.notes()) {
            // What the reason names belongs to it.
            matrix.note(note.message(), of(note, "")).ifPresent(finding -> groups
                    .computeIfAbsent(finding.id() + " " + note.namespace() + finding.headline(),
                            _ -> new ArrayList<>())
                    .add(note));
        }
        for (var group : groups.values()) {
            var first = group.getFirst();
            var what = first.name() + (group.size() == 1 ? ""
                    : " and %d more%s".formatted(group.size() - 1,
                            first.namespace().isEmpty() ? "" : " in " + first.namespace()));
            matrix.note(first.message(), of(first, what)).ifPresent(finding -> {
                var evidence = new ArrayList<>(finding.evidence());
                group.stream().skip(1).limit(LISTED).map(each -> "the same for " + each.name()).forEach(evidence::add);
                found.add(new DoctorFinding(finding.id(), ofStack(first) ? Severity.CRITICAL : finding.severity(),
                        finding.object(), "", finding.headline(), finding.because(), evidence, finding.remedy(),
                        finding.commands(), first.mending(),
                        group.stream().skip(1).map(FailureEvent::object).toList()));
            });
        }
    }

    /** One that is looked at because it was asked for need not have any. */
    private SymptomSubject of(PodFacts pod, String what) {
        boolean holds = accelerators.wantedBy(pod) || !pod.claims().isEmpty();
        return SymptomSubject.pod(pod.key(), pod.node(), what).with("holding", holds ? "holds its devices and " : "");
    }

    private static SymptomSubject of(FailureEvent note, String what) {
        return new SymptomSubject(note.object(), "", Map.of("what", what, "namespace", note.namespace()));
    }

    /** Without pods of the GPU stack a node has no GPU. */
    private boolean ofStack(FailureEvent note) {
        return known.stack().flatMap(stack -> stack.objects().sets().found()).stream().flatMap(List::stream)
                .anyMatch(set -> set.namespace().equals(note.namespace()));
    }
}
