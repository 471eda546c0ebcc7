package tessera.lint.rule;

import java.util.List;
import tessera.lint.fix.PortFixes;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;

/** Whether probes and hooks lead to ports by names that their container has. */
final class ProbeChecks implements LintCheck {

    private static final List<String> HANDLERS = List.of("httpGet", "tcpSocket");

    @Override
    public void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        var names = container.value().at("ports").items().stream().map(port -> port.at("name").text())
                .filter(name -> !name.isEmpty()).distinct().toList();
        ReachChecks.PROBES.stream().map(container.value()::at)
                .flatMap(probe -> HANDLERS.stream().map(handler -> probe.at(handler, "port")))
                .filter(port -> PortFixes.unknown(port, names))
                .forEach(port -> look.offer("probe-port-absent", port,
                        "%s has no port that is called “%s”: the probe fails for ever".formatted(container.called(),
                                port.text()),
                        PortFixes.meant(port, names)));
    }
}
