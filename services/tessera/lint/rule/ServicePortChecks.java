package tessera.lint.rule;

import java.util.List;
import tessera.lint.mend.Ports;
import tessera.lint.source.Value;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.PodTemplate;

/** Whether a Service leads to ports by names that its pods have. */
final class ServicePortChecks implements Check {

    @Override
    public void object(KubeObject object, Look look) {
        var selector = object.at("spec", "selector");
        if (!object.is("", "Service") || object.live() || selector.entries().isEmpty()) {
            return;
        }
        var templates = look.manifest().objects().stream()
                .filter(other -> other.namespace().equals(object.namespace()))
                .flatMap(other -> other.templates().stream())
                .filter(template -> template.whole() && selected(template, selector)).toList();
        var names = templates.stream().flatMap(template -> template.allContainers().stream())
                .flatMap(container -> container.value().at("ports").items().stream())
                .map(port -> port.at("name").text()).filter(name -> !name.isEmpty()).distinct().toList();
        if (!templates.isEmpty()) {
            object.at("spec", "ports").items().stream().map(port -> port.at("targetPort"))
                    .forEach(port -> port(port, names, look));
        }
    }

    private static boolean selected(PodTemplate template, Value selector) {
        return selector.entries().stream()
                .allMatch(label -> template.labels().at(label.name()).text().equals(label.value().text()));
    }

    private static void port(Value port, List<String> names, Look look) {
        if (Ports.unknown(port, names)) {
            look.offer("service-port-absent", port,
                    "No container of its pods has a port that is called “%s”".formatted(port.text()),
                    Ports.meant(port, names));
        }
    }
}
