package tessera.lint.rule;

import java.util.HashSet;
import java.util.List;
import tessera.lint.fix.PortNameLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestValue;
import tessera.text.OptionalText;

/** Checks that the ports of a Service are distinct, and use port names that its pods have. */
final class ServicePortLintChecks implements LintCheck {

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.isKind("", "Service") && !object.isLive()) {
            checkDistinctPorts(object.at("spec"), context);
            checkTargets(object, context);
        }
    }

    private static void checkDistinctPorts(ManifestValue spec, LintCheckContext context) {
        var ports = spec.at("ports").items();
        boolean portless = spec.at("clusterIP").text().equals("None") || spec.at("type").text().equals("ExternalName");
        if (ports.isEmpty() && !portless && spec.isMap() && !spec.at("ports").isTemplated()) {
            context.addFinding("field-missing", spec, new LintFieldReason.ServiceWithoutPorts());
        }
        if (ports.size() > 1) {
            ports.stream().filter(port -> port.isMap() && port.at("name").text().isEmpty()).forEach(
                    port -> context.addFinding("field-missing", port, new LintFieldReason.UnnamedServicePort()));
        }
        ObjectFieldLintChecks.checkDuplicates(ports, "port", context);
        var seen = new HashSet<String>();
        for (var port : ports) {
            var number = port.at("port");
            var protocol = OptionalText.orElse(port.at("protocol").text(), "TCP");
            if (number.isPresent() && !seen.add(number.text() + protocol)) {
                context.reject(number, new LintFieldReason.DuplicateServicePort(number.text(), protocol));
            }
        }
    }

    private static void checkTargets(ManifestKubernetesObject object, LintCheckContext context) {
        var selector = object.at("spec", "selector");
        if (selector.entries().isEmpty()) {
            return;
        }
        var templates = context.manifest().objects().stream()
                .filter(other -> other.namespace().equals(object.namespace()))
                .flatMap(other -> other.templates().stream())
                .filter(template -> template.complete() && template.matchesSelector(selector)).toList();
        var names = templates.stream().flatMap(template -> template.allContainers().stream())
                .flatMap(container -> container.value().at("ports").items().stream())
                .map(port -> port.at("name").text()).filter(name -> !name.isEmpty()).distinct().toList();
        if (!templates.isEmpty()) {
            object.at("spec", "ports").items().stream().map(port -> port.at("targetPort"))
                    .forEach(port -> checkPort(port, names, context));
        }
    }

    private static void checkPort(ManifestValue port, List<String> names, LintCheckContext context) {
        if (PortNameLintFixes.isUnknown(port, names)) {
            context.addChoice("service-port-absent", port, new LintFieldReason.NoTargetPort(port.text()),
                    PortNameLintFixes.toMeantName(port, names));
        }
    }
}
