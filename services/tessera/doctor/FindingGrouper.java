package tessera.doctor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.gpu.PodOwnerFinder;
import tessera.model.PodSummary;
import tessera.text.DurationFormatter;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
import tessera.text.SentenceJoiner;

/** Joins findings that several nodes have in common, or pods of one owner, or of many owners in one namespace. */
final class FindingGrouper {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(FindingGrouper.class);

    /** So many findings are told one by one where each is seen to by itself. */
    static final int ONE_BY_ONE = 3;
    /** So many are named. */
    private static final int NAMED = 100;
    /** What pods write and what is written about them has times and numbers that differ; how they ended does not. */
    private static final Pattern OWN = Pattern
            .compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!exit code |\\d)\\d++(?:[hms]\\d*+)*+");

    private static final Pattern QUOTED = Pattern.compile("“[^”]*”");

    private final Map<String, PodSummary> pods = new HashMap<>();

    /** @param pods of which something may be told */
    FindingGrouper(Collection<PodSummary> pods) {
        pods.forEach(pod -> this.pods.put(DiagnosisFinding.podResource(pod.key()), pod));
    }

    /** Joins findings that are equal apart from ages into one finding about the first of their objects. */
    List<DiagnosisFinding> groupFindings(List<DiagnosisFinding> findings) {
        var folded = new ArrayList<DiagnosisFinding>();
        for (var group : mergeByNamespace(groupBy(findings, this::groupKey))) {
            var owned = pods.get(group.getFirst().object());
            if (deservesGroup(owned, group)) {
                folded.add(owned == null ? joinNodes(group) : joinPods(group, ownerName(group, owned)));
            } else {
                folded.addAll(group);
            }
        }
        return List.copyOf(folded);
    }

    private static boolean deservesGroup(@Nullable PodSummary owned, List<DiagnosisFinding> group) {
        if (owned == null) {
            return group.size() > (hasSeparateRemedies(group) ? ONE_BY_ONE : 1);
        }
        return group.size() > 1;
    }

    static <T> List<List<T>> groupBy(List<T> all, Function<T, Object> key) {
        var groups = new LinkedHashMap<Object, List<T>>();
        for (var each : all) {
            groups.computeIfAbsent(key.apply(each), _ -> new ArrayList<>()).add(each);
        }
        return List.copyOf(groups.values());
    }

    /** Merges groups of many owners in a namespace that have the same finding. */
    private List<List<DiagnosisFinding>> mergeByNamespace(List<List<DiagnosisFinding>> groups) {
        return groupBy(groups, group -> namespaceKey(group.getFirst())).stream()
                .flatMap(alike -> alike.size() > ONE_BY_ONE ? Stream.of(alike.stream().flatMap(List::stream).toList())
                        : alike.stream())
                .toList();
    }

    private List<Object> namespaceKey(DiagnosisFinding finding) {
        var pod = pods.get(finding.object());
        boolean own = finding.remediation()
                .filter(findingRemediation -> !(findingRemediation instanceof FindingRemediation.PodDeletionRemedy))
                .isPresent();
        if (pod == null || own || !finding.otherObjects().isEmpty()) {
            return groupKey(finding);
        }
        return List.of(finding.id(), finding.severity(), pod.namespace(), normalize(finding.headline(), pod),
                normalize(finding.explanation(), pod), normalize(finding.remedy(), pod));
    }

    /** Returns whether each finding has a remedy of its own: one change for all would leave the others as they are. */
    private static boolean hasSeparateRemedies(List<DiagnosisFinding> group) {
        return group.getFirst().remediation()
                .filter(findingRemediation -> !(findingRemediation instanceof FindingRemediation.NodeLabelRemedy))
                .isPresent();
    }

    private String ownerName(List<DiagnosisFinding> group, PodSummary first) {
        var owners = group.stream().flatMap(finding -> Optional.ofNullable(pods.get(finding.object())).stream())
                .map(PodOwnerFinder::ownerOf).distinct().toList();
        if (owners.size() == 1 && owners.getFirst().exists()) {
            return owners.getFirst().name();
        }
        return first.namespace();
    }

    private List<Object> groupKey(DiagnosisFinding finding) {
        var pod = pods.get(finding.object());
        if (pod != null && PodOwnerFinder.ownerOf(pod).exists() && finding.otherObjects().isEmpty()) {
            return List.of(finding.id(), finding.severity(), pod.namespace(), PodOwnerFinder.ownerOf(pod),
                    normalize(finding.headline(), pod), normalize(finding.explanation(), pod),
                    normalize(finding.remedy(), pod),
                    finding.evidence().stream().map(each -> normalize(each, finding)).toList());
        }
        if (finding.node().isEmpty() || !finding.object().equals(DiagnosisFinding.nodeResource(finding.node()))) {
            return List.of(finding);
        }
        var because = QUOTED.matcher(normalize(finding.explanation(), finding.node()))
                .replaceAll(said -> OWN.matcher(said.group()).replaceAll("#"));
        return List.of(finding.id(), finding.severity(), normalize(finding.headline(), finding.node()), because,
                normalize(finding.remedy(), finding.node()));
    }

    private String normalize(String evidence, DiagnosisFinding finding) {
        var pod = pods.get(finding.object());
        return OWN.matcher(pod == null ? normalize(evidence, finding.node()) : normalize(evidence, pod))
                .replaceAll("#");
    }

    /** Replaces the pod's name, its node's name and ages, which differ from pod to pod. */
    private static String normalize(String text, PodSummary pod) {
        var plain = normalize(text, pod.name());
        if (pod.node().isEmpty()) {
            return plain;
        }
        return plain.replaceAll("(?<![\\w.-])%s(?![\\w-]|\\.\\w)".formatted(Pattern.quote(pod.node())), "{node}");
    }

    private static String normalize(String text, String name) {
        return DurationFormatter.withoutDurations(text.replace(name, "{name}"));
    }

    private DiagnosisFinding joinNodes(List<DiagnosisFinding> group) {
        var others = group.stream().skip(1).map(DiagnosisFinding::node).sorted().toList();
        var commands = RemedyCommandJoiner.joinCommands(group.stream()
                .map(finding -> new RemedyCommandJoiner.ObjectRemedyCommands(finding.node(), finding.commands()))
                .toList());
        var evidence = new ArrayList<>(List.of(MESSAGES.text("same.on", namesText(others))));
        if (group.size() <= ONE_BY_ONE) {
            evidence.addAll(differingEvidence(group, DiagnosisFinding::node));
        }
        return joinFindings(group, MESSAGES.reason("same.nodes", group.getFirst().reason(), others), evidence,
                commands);
    }

    /** Returns the evidence of the others that differs from that of the first, after their names. */
    private List<String> differingEvidence(List<DiagnosisFinding> group, Function<DiagnosisFinding, String> name) {
        var first = group.getFirst();
        var said = first.evidence().stream().map(each -> normalize(each, first)).toList();
        return group.stream().skip(1).flatMap(other -> otherEvidence(other, said, name)).toList();
    }

    private Stream<String> otherEvidence(DiagnosisFinding other, List<String> said,
            Function<DiagnosisFinding, String> name) {
        return other.evidence().stream().filter(each -> !said.contains(normalize(each, other)))
                .map(each -> name.apply(other) + ": " + each);
    }

    private DiagnosisFinding joinPods(List<DiagnosisFinding> group, String owner) {
        boolean apart = group.stream().map(DiagnosisFinding::node).distinct().count() > 1;
        var others = group.stream().skip(1)
                .map(finding -> apart && !finding.node().isEmpty()
                        ? MESSAGES.text("same.podOnNode", podName(finding), finding.node())
                        : podName(finding))
                .toList();
        var commands = RemedyCommandJoiner.joinCommands(group.stream()
                .map(finding -> new RemedyCommandJoiner.ObjectRemedyCommands(podName(finding), finding.commands()))
                .toList());
        var evidence = new ArrayList<>(List.of(MESSAGES.text("same.owner", others.size(), owner, namesText(others))));
        var owners = groupBy(group, this::groupKey);
        evidence.addAll(differingEvidence(owners.stream().map(List::getFirst).limit(NAMED).toList(), this::podName));
        return joinFindings(group, MESSAGES.reason("same.pods", group.getFirst().reason(), others.size(), owner),
                evidence, commands);
    }

    private String podName(DiagnosisFinding finding) {
        var pod = pods.get(finding.object());
        return pod == null ? "" : pod.name();
    }

    /** Returns the names as text, of very many only the first. */
    static String namesText(List<String> names) {
        return SentenceJoiner.listText(names, NAMED);
    }

    private static DiagnosisFinding joinFindings(List<DiagnosisFinding> group, Reason reason, List<String> others,
            List<String> commands) {
        var first = group.getFirst();
        var evidence = new ArrayList<>(first.evidence());
        evidence.addAll(others);
        return new DiagnosisFinding(first.id(), first.severity(), first.object(), first.node(), reason,
                first.explanation(), evidence, first.remedy(), commands, jointRemediation(group),
                group.stream().skip(1).map(DiagnosisFinding::object).sorted().toList());
    }

    /** Returns the change for all of them at once where there is one; else that of the first. */
    private static Optional<FindingRemediation> jointRemediation(List<DiagnosisFinding> group) {
        return group.getFirst().remediation().map(first -> combinedRemediation(first, group));
    }

    private static FindingRemediation combinedRemediation(FindingRemediation first, List<DiagnosisFinding> group) {
        return group.stream().skip(1).flatMap(finding -> finding.remediation().stream()).reduce(first,
                FindingRemediation::combinedWith);
    }
}
