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

/** Tells once what several nodes have in common, or pods of one owner, or of many owners in one namespace. */
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
        pods.forEach(pod -> this.pods.put(DoctorFinding.pod(pod.key()), pod));
    }

    /** Ages aside, the same of several nodes, of pods of one owner, or of many in a namespace, is one finding, about the first. */
    List<DoctorFinding> folded(List<DoctorFinding> findings) {
        var folded = new ArrayList<DoctorFinding>();
        for (var group : together(groups(findings, this::key))) {
            var owned = pods.get(group.getFirst().object());
            if (owned == null ? group.size() > (apart(group) ? ONE_BY_ONE : 1) : group.size() > 1) {
                folded.add(owned == null ? ofNodes(group) : ofPods(group, whose(group, owned)));
            } else {
                folded.addAll(group);
            }
        }
        return List.copyOf(folded);
    }

    static <T> List<List<T>> groups(List<T> all, Function<T, Object> key) {
        var groups = new LinkedHashMap<Object, List<T>>();
        all.forEach(each -> groups.computeIfAbsent(key.apply(each), _ -> new ArrayList<>()).add(each));
        return List.copyOf(groups.values());
    }

    /** What is said of pods of many owners in a namespace is one finding, too. */
    private List<List<DoctorFinding>> together(List<List<DoctorFinding>> groups) {
        return groups(groups, group -> ofNamespace(group.getFirst())).stream()
                .flatMap(alike -> alike.size() > ONE_BY_ONE
                        ? Stream.of(alike.stream().flatMap(List::stream).toList())
                        : alike.stream())
                .toList();
    }

    private List<Object> ofNamespace(DoctorFinding finding) {
        var pod = pods.get(finding.object());
        boolean own = finding.mending().filter(each -> !(each instanceof Remediation.DeletePods)).isPresent();
        if (pod == null || own || !finding.others().isEmpty()) {
            return key(finding);
        }
        return List.of(finding.id(), finding.severity(), pod.namespace(), plain(finding.headline(), pod),
                plain(finding.because(), pod), plain(finding.remedy(), pod));
    }

    /** Whether something is to be done to each of them: one change for all would leave the others as they are. */
    private static boolean apart(List<DoctorFinding> group) {
        return group.getFirst().mending().filter(each -> !(each instanceof Remediation.Relabel)).isPresent();
    }

    private String whose(List<DoctorFinding> group, PodFacts first) {
        var owners = group.stream().flatMap(each -> Optional.ofNullable(pods.get(each.object())).stream())
                .map(PodOwners::of).distinct().toList();
        return owners.size() == 1 && owners.getFirst().exists() ? owners.getFirst().name() : first.namespace();
    }

    private List<Object> key(DoctorFinding finding) {
        var pod = pods.get(finding.object());
        if (pod != null && PodOwners.of(pod).exists() && finding.others().isEmpty()) {
            return List.of(finding.id(), finding.severity(), pod.namespace(), PodOwners.of(pod),
                    plain(finding.headline(), pod), plain(finding.because(), pod), plain(finding.remedy(), pod),
                    finding.evidence().stream().map(each -> plain(each, finding)).toList());
        }
        if (finding.node().isEmpty() || !finding.object().equals(DoctorFinding.node(finding.node()))) {
            return List.of(finding);
        }
        var because = QUOTED.matcher(plain(finding.because(), finding.node()))
                .replaceAll(said -> OWN.matcher(said.group()).replaceAll("#"));
        return List.of(finding.id(), finding.severity(), plain(finding.headline(), finding.node()), because,
                plain(finding.remedy(), finding.node()));
    }

    private String plain(String evidence, DoctorFinding finding) {
        var pod = pods.get(finding.object());
        return OWN.matcher(pod == null ? plain(evidence, finding.node()) : plain(evidence, pod)).replaceAll("#");
    }

    /** What is wrong with a pod may be said of the node on which it is, and is no other on the next. */
    private static String plain(String words, PodFacts pod) {
        var plain = plain(words, pod.name());
        return pod.node().isEmpty() ? plain
                : plain.replaceAll(
                        "(?<![\\w.-])%s(?![\\w-]|\\.\\w)".formatted(Pattern.quote(pod.node())), "{node}");
    }

    private static String plain(String words, String name) {
        return AGE.matcher(words.replace(name, "{name}")).replaceAll("#");
    }

    private DoctorFinding ofNodes(List<DoctorFinding> group) {
        var others = group.stream().skip(1).map(DoctorFinding::node).sorted().toList();
        var commands = RemedyCommands.together(
                group.stream().map(each -> new RemedyCommands.ObjectCommand(each.node(), each.commands())).toList());
        var evidence = new ArrayList<>(List.of("the same on " + named(others)));
        if (group.size() <= ONE_BY_ONE) {
            evidence.addAll(differing(group, DoctorFinding::node));
        }
        return together(group, "%s · and %s".formatted(group.getFirst().headline(), others.size() == 1
                ? others.getFirst()
                : Plurals.of(others.size(), "more node")), evidence, commands);
    }

    /** By what the same is known of the others, where it is by something else. */
    private List<String> differing(List<DoctorFinding> group, Function<DoctorFinding, String> name) {
        var first = group.getFirst();
        var said = first.evidence().stream().map(each -> plain(each, first)).toList();
        return group.stream().skip(1).flatMap(other -> other.evidence().stream()
                .filter(each -> !said.contains(plain(each, other))).map(each -> name.apply(other) + ": " + each))
                .toList();
    }

    private DoctorFinding ofPods(List<DoctorFinding> group, String owner) {
        boolean apart = group.stream().map(DoctorFinding::node).distinct().count() > 1;
        var others = group.stream().skip(1)
                .map(each -> apart && !each.node().isEmpty() ? name(each) + " on " + each.node() : name(each)).toList();
        var commands = RemedyCommands.together(
                group.stream().map(each -> new RemedyCommands.ObjectCommand(name(each), each.commands())).toList());
        var evidence = new ArrayList<>(
                List.of("the same for %d more of %s: %s".formatted(others.size(), owner, named(others))));
        var owners = groups(group, this::key);
        evidence.addAll(differing(owners.stream().map(List::getFirst).limit(NAMED).toList(), this::name));
        return together(group, "%s · and %s of %s".formatted(group.getFirst().headline(),
                Plurals.of(others.size(), "more pod"), owner), evidence, commands);
    }

    private String name(DoctorFinding finding) {
        var pod = pods.get(finding.object());
        return pod == null ? "" : pod.name();
    }

    /** Those that there are, the first of very many. */
    static String named(List<String> names) {
        return ListText.some(names, NAMED);
    }

    private static DoctorFinding together(List<DoctorFinding> group, String headline, List<String> others,
            List<String> commands) {
        var first = group.getFirst();
        var evidence = new ArrayList<>(first.evidence());
        evidence.addAll(others);
        return new DoctorFinding(first.id(), first.severity(), first.object(), first.node(), headline, first.because(),
                evidence, first.remedy(), commands, mending(group),
                group.stream().skip(1).map(DoctorFinding::object).sorted().toList());
    }

    /** What can be done to all of them at once is; another change is that of the first. */
    private static Optional<Remediation> mending(List<DoctorFinding> group) {
        return group.getFirst().mending().map(first -> group.stream().skip(1).flatMap(each -> each.mending().stream())
                .reduce(first, Remediation::with));
    }
}
