package tessera.lint.rule;

import java.util.List;
import tessera.lint.fix.PortFixes;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;

/** Checks that probes and hooks use port names that their container has. */
final class ProbeChecks implements LintCheck {

    private static final List<String> HANDLERS = List.of("httpGet", "tcpSocket");

    @Override
    public void checkContainer(TemplateContainer container, PodTemplate template, CheckContext context) {
        var names = container.value().at("ports").items().stream().map(port -> port.at("name").text())
                .filter(name -> !name.isEmpty()).distinct().toList();
        ReachChecks.PROBES.stream().map(container.value()::at)
                .flatMap(probe -> HANDLERS.stream().map(handler -> probe.at(handler, "port")))
                .filter(port -> PortFixes.isUnknown(port, names))
                .forEach(port -> context.addChoice("probe-port-absent", port,
                        "%s has no port that is called “%s”: the probe fails for ever".formatted(
                                container.subjectText(),
                                port.text()),
                        PortFixes.toMeantName(port, names)));
    }
}
