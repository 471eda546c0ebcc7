package tessera.lint.rule;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.Accelerator;
import tessera.insight.AcceleratorCatalog;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.finding.RuleBook;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.Manifest;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.SourceText.Position;
import tessera.mig.MigProducts;

/** One look at one manifest: what is known, and where findings are noted. One thread. */
public final class CheckContext {

    private final RuleInput known;
    private final Manifest manifest;
    private final Optional<ManifestEnvironment> cluster;
    private final Set<LintFinding> findings = new LinkedHashSet<>();
    private final Map<String, List<KubeObject>> kinds;
    private String object = "";

    /**
     * What rules go by.
     *
     * @param facts names that are mistaken for others, and the like
     */
    public record RuleInput(RuleBook rules, AcceleratorCatalog accelerators, MigProducts mig, FieldFacts facts) {}

    public CheckContext(RuleInput known, Manifest manifest, Optional<ManifestEnvironment> cluster) {
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

    AcceleratorCatalog accelerators() {
        return known.accelerators();
    }

    MigProducts mig() {
        return known.mig();
    }

    FieldFacts facts() {
        return known.facts();
    }

    Optional<ManifestEnvironment> cluster() {
        return cluster;
    }

    /** Whether a resource is an accelerator or a part of one. */
    boolean accelerator(String resource) {
        return accelerators().of(resource).filter(kind -> kind.wanted()).isPresent();
    }

    /** How many devices, or parts of devices, a container asks for; amounts of one device's memory are none. */
    long devices(TemplateContainer container) {
        return container.asked().stream()
                .filter(asked -> accelerators().of(asked.resource()).filter(Accelerator::computes).isPresent())
                .mapToLong(ContainerRequest::count).sum();
    }

    /** What is looked at from now on. */
    public void turnTo(String words) {
        object = words;
    }

    void note(String rule, ManifestValue place, String reason) {
        note(rule, place, reason, Optional.empty());
    }

    void note(String rule, ManifestValue place, String reason, Optional<LintFix> fix) {
        note(rule, place.position(), reason, place.embedded() ? Optional.empty() : fix);
    }

    /** Notes what would be a finding if it were so, and of which that is not known, with what people can decide for. */
    void doubt(String rule, ManifestValue place, LintSeverity severity, String reason, List<LintFix> ways) {
        var broken = known.rules().rule(rule);
        findings.add(
                new LintFinding(broken, severity, place.position().line(), place.position().column(), object, reason,
                        Optional.empty(), place.embedded() ? List.of() : ways));
    }

    /** Notes a finding that people have to decide about, with what they can decide for. */
    void offer(String rule, ManifestValue place, String reason, List<LintFix> ways) {
        note(rule, place.position(), reason, Optional.empty(), place.embedded() ? List.of() : ways);
    }

    /** Notes a finding. */
    public void note(String rule, Position place, String reason, Optional<LintFix> fix) {
        note(rule, place, reason, fix, List.of());
    }

    void note(String rule, Position place, String reason, Optional<LintFix> fix, List<LintFix> ways) {
        var broken = known.rules().rule(rule);
        findings.add(
                new LintFinding(broken, broken.severity(), place.line(), place.column(), object, reason, fix, ways));
    }

    /** All that was noted, as it stands in the text. */
    public List<LintFinding> findings() {
        return findings.stream().sorted(LintFinding.IN_ORDER).toList();
    }
}
