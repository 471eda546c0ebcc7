package tessera.lint.rule;

import java.util.HashSet;
import java.util.List;
import tessera.lint.fix.PortFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.source.ManifestValue;

/** Whether the ports of a Service are told apart, and lead to ports by names that its pods have. */
final class PortChecks implements LintCheck {

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (object.is("", "Service") && !object.live()) {
            apart(object.at("spec"), look);
            targets(object, look);
        }
    }

    private static void apart(ManifestValue spec, CheckContext look) {
        var ports = spec.at("ports").items();
        boolean portless = spec.at("clusterIP").text().equals("None") || spec.at("type").text().equals("ExternalName");
        if (ports.isEmpty() && !portless && spec.isMap() && !spec.at("ports").unfilled()) {
            look.note("field-missing", spec, "A Service with an address needs “ports”");
        }
        if (ports.size() > 1) {
            ports.stream().filter(port -> port.isMap() && port.at("name").text().isEmpty()).forEach(port -> look
                    .note("field-missing", port, "Where there are several ports, each needs “name”"));
        }
        FieldChecks.twice(ports, "port", look);
        var seen = new HashSet<String>();
        for (var port : ports) {
            var number = port.at("port");
            var protocol = port.at("protocol").text().isEmpty() ? "TCP" : port.at("protocol").text();
            if (number.present() && !seen.add(number.text() + protocol)) {
                FieldChecks.refused(number, "Another port is %s of %s, too".formatted(number.text(), protocol), look);
            }
        }
    }

    private static void targets(KubeObject object, CheckContext look) {
        var selector = object.at("spec", "selector");
        if (selector.entries().isEmpty()) {
            return;
        }
        var templates = look.manifest().objects().stream()
                .filter(other -> other.namespace().equals(object.namespace()))
                .flatMap(other -> other.templates().stream())
                .filter(template -> template.whole() && template.selected(selector)).toList();
        var names = templates.stream().flatMap(template -> template.allContainers().stream())
                .flatMap(container -> container.value().at("ports").items().stream())
                .map(port -> port.at("name").text()).filter(name -> !name.isEmpty()).distinct().toList();
        if (!templates.isEmpty()) {
            object.at("spec", "ports").items().stream().map(port -> port.at("targetPort"))
                    .forEach(port -> port(port, names, look));
        }
    }

    private static void port(ManifestValue port, List<String> names, CheckContext look) {
        if (PortFixes.unknown(port, names)) {
            look.offer("service-port-absent", port,
                    "No container of its pods has a port that is called “%s”".formatted(port.text()),
                    PortFixes.meant(port, names));
        }
    }
}
