package tessera.lint.rule;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.AcceleratorCatalogEntry;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintRuleCatalog;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.source.LineIndexedText.TextPosition;
import tessera.lint.source.ManifestValue;
import tessera.mig.MigProductCatalog;
import tessera.text.Reason;

/** The context of one lint run: the manifest, the cluster's state, and the findings so far. One thread. */
public final class LintCheckContext {

    private final LintRuleInput input;
    private final KubernetesManifest kubernetesManifest;
    private final Optional<ManifestTargetCluster> cluster;
    private final Set<LintFinding> findings = new LinkedHashSet<>();
    private final Map<String, List<ManifestKubernetesObject>> kinds;
    private String object = "";

    /**
     * The input of rules: rule book, accelerators, MIG products and field facts.
     *
     * @param catalog names that are mistaken for others, and the like
     */
    public record LintRuleInput(LintRuleCatalog rules, AcceleratorCatalog accelerators, MigProductCatalog mig,
            CommonFieldMistakeCatalog catalog) {}

    public LintCheckContext(LintRuleInput input, KubernetesManifest kubernetesManifest,
            Optional<ManifestTargetCluster> cluster) {
        this.input = input;
        this.kubernetesManifest = kubernetesManifest;
        this.cluster = cluster;
        kinds = kubernetesManifest.objects().stream().collect(Collectors.groupingBy(ManifestKubernetesObject::kind));
    }

    KubernetesManifest manifest() {
        return kubernetesManifest;
    }

    /** Reports a value that the API server refuses. */
    void reject(ManifestValue value, Reason reason) {
        addFinding("value-refused", value, reason, Optional.empty());
    }

    /** Returns the objects of a kind in any version, from an index. */
    Stream<ManifestKubernetesObject> objects(String group, String kind) {
        return kinds.getOrDefault(kind, List.of()).stream().filter(object -> object.group().equals(group));
    }

    AcceleratorCatalog accelerators() {
        return input.accelerators();
    }

    MigProductCatalog mig() {
        return input.mig();
    }

    CommonFieldMistakeCatalog facts() {
        return input.catalog();
    }

    Optional<ManifestTargetCluster> cluster() {
        return cluster;
    }

    /** Returns whether a resource is an accelerator or a part of one. */
    boolean isAccelerator(String resource) {
        return accelerators().acceleratorOf(resource).filter(kind -> kind.marksGpuPod()).isPresent();
    }

    /** Returns the number of devices, or parts of devices, that a container requests, without amounts of device memory. */
    long countDevices(PodTemplateContainer container) {
        return container.requests().stream()
                .filter(request -> accelerators().acceleratorOf(request.resource())
                        .filter(AcceleratorCatalogEntry::isCompute).isPresent())
                .mapToLong(ContainerResourceRequest::count).sum();
    }

    /** Sets the object under examination. */
    public void setSubject(String text) {
        object = text;
    }

    void addFinding(String rule, ManifestValue value, Reason reason) {
        addFinding(rule, value, reason, Optional.empty());
    }

    void addFinding(String rule, ManifestValue value, Reason reason, Optional<LintFix> fix) {
        addFinding(rule, value.position(), reason, value.isEmbedded() ? Optional.empty() : fix);
    }

    /** Adds a possible finding that cannot be confirmed, with alternative fixes. */
    void addDoubt(String rule, ManifestValue value, LintSeverity severity, Reason reason, List<LintFix> fixes) {
        var broken = input.rules().rule(rule);
        findings.add(new LintFinding(broken, severity, value.position().line(), value.position().column(), object,
                reason, Optional.empty(), value.isEmbedded() ? List.of() : fixes));
    }

    /** Adds a finding that needs a decision, with alternative fixes. */
    void addChoice(String rule, ManifestValue value, Reason reason, List<LintFix> fixes) {
        addFinding(rule, value.position(), reason, Optional.empty(), value.isEmbedded() ? List.of() : fixes);
    }

    /** Adds a finding. */
    public void addFinding(String rule, TextPosition position, Reason reason, Optional<LintFix> fix) {
        addFinding(rule, position, reason, fix, List.of());
    }

    void addFinding(String rule, TextPosition position, Reason reason, Optional<LintFix> fix, List<LintFix> fixes) {
        var broken = input.rules().rule(rule);
        findings.add(new LintFinding(broken, broken.severity(), position.line(), position.column(), object, reason, fix,
                fixes));
    }

    /** Returns all findings in the order of the text. */
    public List<LintFinding> findings() {
        return findings.stream().sorted(LintFinding.IN_ORDER).toList();
    }
}
