package tessera.lint.rule;

import java.util.List;
import java.util.stream.Stream;
import tessera.lint.fix.PortNameLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.source.ManifestValue;

/** Checks that probes and hooks use port names that their container has. */
final class ProbePortLintChecks implements LintCheck {

    private static final List<String> HANDLERS = List.of("httpGet", "tcpSocket");

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        var names = container.value().at("ports").items().stream().map(port -> port.at("name").text())
                .filter(name -> !name.isEmpty()).distinct().toList();
        ReferenceTargetLintChecks.PROBES.stream().map(container.value()::at).flatMap(ProbePortLintChecks::probePorts)
                .filter(port -> PortNameLintFixes.isUnknown(port, names))
                .forEach(port -> context.addChoice("probe-port-absent", port,
                        new LintFieldReason.NoProbePort(container.subjectText(), port.text()),
                        PortNameLintFixes.toMeantName(port, names)));
    }

    private static Stream<ManifestValue> probePorts(ManifestValue probe) {
        return HANDLERS.stream().map(handler -> probe.at(handler, "port"));
    }
}
