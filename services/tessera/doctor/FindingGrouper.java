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
import tessera.insight.PodOwners;
import tessera.model.ListText;
import tessera.model.Plurals;
import tessera.model.PodFacts;

/** Joins findings that several nodes have in common, or pods of one owner, or of many owners in one namespace. */
final class FindingGrouper {

    /** So many findings are told one by one where each is seen to by itself. */
    static final int ONE_BY_ONE = 3;
    /** So many are named. */
    private static final int NAMED = 100;
    /** Other numbers tell what something is: a code, a size, a version. */
    private static final Pattern AGE = Pattern.compile("\\b\\d+ (?:s|min|h|d|days?)\\b");
    /** What pods write and what is written about them has times and numbers that differ; how they ended does not. */
    private static final Pattern OWN = Pattern.compile(
            "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!exit code |\\d)\\d++(?:[hms]\\d*+)*+");

    private static final Pattern QUOTED = Pattern.compile("“[^”]*”");

    private final Map<String, PodFacts> pods = new HashMap<>();

    /** @param pods of which something may be told */
    FindingGrouper(Collection<PodFacts> pods) {
        pods.forEach(pod -> this.pods.put(DoctorFinding.podResource(pod.key()), pod));
    }

    /** Joins findings that are equal apart from ages into one finding about the first of their objects. */
    List<DoctorFinding> groupFindings(List<DoctorFinding> findings) {
        var folded = new ArrayList<DoctorFinding>();
        for (var group : mergeByNamespace(groupBy(findings, this::groupKey))) {
            var owned = pods.get(group.getFirst().object());
            if (owned == null ? group.size() > (hasSeparateRemedies(group) ? ONE_BY_ONE : 1) : group.size() > 1) {
                folded.add(owned == null ? joinNodes(group) : joinPods(group, ownerName(group, owned)));
            } else {
                folded.addAll(group);
            }
        }
        return List.copyOf(folded);
    }

    static <T> List<List<T>> groupBy(List<T> all, Function<T, Object> key) {
        var groups = new LinkedHashMap<Object, List<T>>();
        all.forEach(each -> groups.computeIfAbsent(key.apply(each), _ -> new ArrayList<>()).add(each));
        return List.copyOf(groups.values());
    }

    /** Merges groups of many owners in a namespace that have the same finding. */
    private List<List<DoctorFinding>> mergeByNamespace(List<List<DoctorFinding>> groups) {
        return groupBy(groups, group -> namespaceKey(group.getFirst())).stream()
                .flatMap(alike -> alike.size() > ONE_BY_ONE
                        ? Stream.of(alike.stream().flatMap(List::stream).toList())
                        : alike.stream())
                .toList();
    }

    private List<Object> namespaceKey(DoctorFinding finding) {
        var pod = pods.get(finding.object());
        boolean own = finding.remediation().filter(remediation -> !(remediation instanceof Remediation.DeletePods))
                .isPresent();
        if (pod == null || own || !finding.otherObjects().isEmpty()) {
            return groupKey(finding);
        }
        return List.of(finding.id(), finding.severity(), pod.namespace(), normalize(finding.headline(), pod),
                normalize(finding.explanation(), pod), normalize(finding.remedy(), pod));
    }

    /** Returns whether each finding has a remedy of its own: one change for all would leave the others as they are. */
    private static boolean hasSeparateRemedies(List<DoctorFinding> group) {
        return group.getFirst().remediation().filter(remediation -> !(remediation instanceof Remediation.RelabelNodes))
                .isPresent();
    }

    private String ownerName(List<DoctorFinding> group, PodFacts first) {
        var owners = group.stream().flatMap(finding -> Optional.ofNullable(pods.get(finding.object())).stream())
                .map(PodOwners::ownerOf).distinct().toList();
        return owners.size() == 1 && owners.getFirst().exists() ? owners.getFirst().name() : first.namespace();
    }

    private List<Object> groupKey(DoctorFinding finding) {
        var pod = pods.get(finding.object());
        if (pod != null && PodOwners.ownerOf(pod).exists() && finding.otherObjects().isEmpty()) {
            return List.of(finding.id(), finding.severity(), pod.namespace(), PodOwners.ownerOf(pod),
                    normalize(finding.headline(), pod), normalize(finding.explanation(), pod),
                    normalize(finding.remedy(), pod),
                    finding.evidence().stream().map(each -> normalize(each, finding)).toList());
        }
        if (finding.node().isEmpty() || !finding.object().equals(DoctorFinding.nodeResource(finding.node()))) {
            return List.of(finding);
        }
        var because = QUOTED.matcher(normalize(finding.explanation(), finding.node()))
                .replaceAll(said -> OWN.matcher(said.group()).replaceAll("#"));
        return List.of(finding.id(), finding.severity(), normalize(finding.headline(), finding.node()), because,
                normalize(finding.remedy(), finding.node()));
    }

    private String normalize(String evidence, DoctorFinding finding) {
        var pod = pods.get(finding.object());
        return OWN.matcher(pod == null ? normalize(evidence, finding.node()) : normalize(evidence, pod))
                .replaceAll("#");
    }

    /** Replaces the pod's name, its node's name and ages, which differ from pod to pod. */
    private static String normalize(String text, PodFacts pod) {
        var plain = normalize(text, pod.name());
        return pod.node().isEmpty() ? plain
                : plain.replaceAll(
                        "(?<![\\w.-])%s(?![\\w-]|\\.\\w)".formatted(Pattern.quote(pod.node())), "{node}");
    }

    private static String normalize(String text, String name) {
        return AGE.matcher(text.replace(name, "{name}")).replaceAll("#");
    }

    private DoctorFinding joinNodes(List<DoctorFinding> group) {
        var others = group.stream().skip(1).map(DoctorFinding::node).sorted().toList();
        var commands = RemedyCommands.joinCommands(
                group.stream().map(finding -> new RemedyCommands.ObjectCommand(finding.node(), finding.commands()))
                        .toList());
        var evidence = new ArrayList<>(List.of("the same on " + namesText(others)));
        if (group.size() <= ONE_BY_ONE) {
            evidence.addAll(differingEvidence(group, DoctorFinding::node));
        }
        return joinFindings(group, "%s · and %s".formatted(group.getFirst().headline(), others.size() == 1
                ? others.getFirst()
                : Plurals.countText(others.size(), "more node")), evidence, commands);
    }

    /** Returns the evidence of the others that differs from that of the first, after their names. */
    private List<String> differingEvidence(List<DoctorFinding> group, Function<DoctorFinding, String> name) {
        var first = group.getFirst();
        var said = first.evidence().stream().map(each -> normalize(each, first)).toList();
        return group.stream().skip(1).flatMap(other -> other.evidence().stream()
                .filter(each -> !said.contains(normalize(each, other))).map(each -> name.apply(other) + ": " + each))
                .toList();
    }

    private DoctorFinding joinPods(List<DoctorFinding> group, String owner) {
        boolean apart = group.stream().map(DoctorFinding::node).distinct().count() > 1;
        var others = group.stream().skip(1)
                .map(finding -> apart && !finding.node().isEmpty() ? podName(finding) + " on " + finding.node()
                        : podName(finding))
                .toList();
        var commands = RemedyCommands.joinCommands(
                group.stream().map(finding -> new RemedyCommands.ObjectCommand(podName(finding), finding.commands()))
                        .toList());
        var evidence = new ArrayList<>(
                List.of("the same for %d more of %s: %s".formatted(others.size(), owner, namesText(others))));
        var owners = groupBy(group, this::groupKey);
        evidence.addAll(differingEvidence(owners.stream().map(List::getFirst).limit(NAMED).toList(), this::podName));
        return joinFindings(group, "%s · and %s of %s".formatted(group.getFirst().headline(),
                Plurals.countText(others.size(), "more pod"), owner), evidence, commands);
    }

    private String podName(DoctorFinding finding) {
        var pod = pods.get(finding.object());
        return pod == null ? "" : pod.name();
    }

    /** Returns the names as text, of very many only the first. */
    static String namesText(List<String> names) {
        return ListText.firstWords(names, NAMED);
    }

    private static DoctorFinding joinFindings(List<DoctorFinding> group, String headline, List<String> others,
            List<String> commands) {
        var first = group.getFirst();
        var evidence = new ArrayList<>(first.evidence());
        evidence.addAll(others);
        return new DoctorFinding(first.id(), first.severity(), first.object(), first.node(), headline,
                first.explanation(),
                evidence, first.remedy(), commands, jointRemediation(group),
                group.stream().skip(1).map(DoctorFinding::object).sorted().toList());
    }

    /** Returns the change for all of them at once where there is one; else that of the first. */
    private static Optional<Remediation> jointRemediation(List<DoctorFinding> group) {
        return group.getFirst().remediation()
                .map(first -> group.stream().skip(1).flatMap(finding -> finding.remediation().stream())
                        .reduce(first, Remediation::combinedWith));
    }
}
