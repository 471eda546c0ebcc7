package tessera.lint.rule;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.Accelerator;
import tessera.insight.Accelerators;
import tessera.lint.finding.Finding;
import tessera.lint.finding.Fix;
import tessera.lint.finding.RuleBook;
import tessera.lint.finding.Severity;
import tessera.lint.source.SourceText.Position;
import tessera.lint.source.Value;
import tessera.lint.subject.Asked;
import tessera.lint.subject.Container;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.Manifest;
import tessera.lint.subject.Surroundings;
import tessera.mig.MigProducts;

/** One look at one manifest: what is known, and where findings are noted. One thread. */
public final class Look {

    private final Known known;
    private final Manifest manifest;
    private final Optional<Surroundings> cluster;
    private final Set<Finding> findings = new LinkedHashSet<>();
    private final Map<String, List<KubeObject>> kinds;
    private String object = "";

    /**
     * What rules go by.
     *
     * @param facts names that are mistaken for others, and the like
     */
    public record Known(RuleBook rules, Accelerators accelerators, MigProducts mig, Facts facts) {}

    public Look(Known known, Manifest manifest, Optional<Surroundings> cluster) {
        this.known = known;
        this.manifest = manifest;
        this.cluster = cluster;
        kinds = manifest.objects().stream().collect(Collectors.groupingBy(KubeObject::kind));
    }

    Manifest manifest() {
        return manifest;
    }

    /** The objects of a kind, in whatever version: rules ask for each pod what else the manifest has. */
    Stream<KubeObject> objects(String group, String kind) {
        return kinds.getOrDefault(kind, List.of()).stream().filter(object -> object.group().equals(group));
    }

    Accelerators accelerators() {
        return known.accelerators();
    }

    MigProducts mig() {
        return known.mig();
    }

    Facts facts() {
        return known.facts();
    }

    Optional<Surroundings> cluster() {
        return cluster;
    }

    /** Whether a resource is an accelerator or a part of one. */
    boolean accelerator(String resource) {
        return accelerators().of(resource).filter(kind -> kind.wanted()).isPresent();
    }

    /** How many devices, or parts of devices, a container asks for; amounts of one device's memory are none. */
    long devices(Container container) {
        return container.asked().stream()
                .filter(asked -> accelerators().of(asked.resource()).filter(Accelerator::computes).isPresent())
                .mapToLong(Asked::count).sum();
    }

    /** What is looked at from now on. */
    public void turnTo(String words) {
        object = words;
    }

    void note(String rule, Value place, String reason) {
        note(rule, place, reason, Optional.empty());
    }

    void note(String rule, Value place, String reason, Optional<Fix> fix) {
        note(rule, place.position(), reason, place.embedded() ? Optional.empty() : fix);
    }

    /** Notes what would be a finding if it were so, and of which that is not known, with what people can decide for. */
    void doubt(String rule, Value place, Severity severity, String reason, List<Fix> ways) {
        var broken = known.rules().rule(rule);
        findings.add(new Finding(broken, severity, place.position().line(), place.position().column(), object, reason,
                Optional.empty(), place.embedded() ? List.of() : ways));
    }

    /** Notes a finding that people have to decide about, with what they can decide for. */
    void offer(String rule, Value place, String reason, List<Fix> ways) {
        note(rule, place.position(), reason, Optional.empty(), place.embedded() ? List.of() : ways);
    }

    /** Notes a finding. */
    public void note(String rule, Position place, String reason, Optional<Fix> fix) {
        note(rule, place, reason, fix, List.of());
    }

    void note(String rule, Position place, String reason, Optional<Fix> fix, List<Fix> ways) {
        var broken = known.rules().rule(rule);
        findings.add(new Finding(broken, broken.severity(), place.line(), place.column(), object, reason, fix, ways));
    }

    /** All that was noted, as it stands in the text. */
    public List<Finding> findings() {
        return findings.stream().sorted(Finding.IN_ORDER).toList();
    }
}
