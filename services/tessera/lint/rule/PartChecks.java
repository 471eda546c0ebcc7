package tessera.lint.rule;

import java.util.List;
import java.util.Set;
import tessera.lint.manifest.ChartValues;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.manifest.TemplateContainer.Role;
import tessera.lint.source.ManifestValue;

/**
 * What is written outside of pods as it is in pods, such as in values of charts: selectors of nodes, tolerations, amounts of
 * devices, variables; and the machines that nodes are made of.
 */
final class PartChecks implements LintCheck {

    private static final int DEEPEST = 24;
    private static final Set<String> SELECTORS = Set.of("nodeSelector", "nodeLabels");
    /** Clouds call machines so where they make them. */
    private static final Set<String> MACHINES = Set.of("instanceType", "instanceTypes", "vmSize");
    private static final String INSTANCE = "node.kubernetes.io/instance-type";

    @Override
    public void manifest(CheckContext look) {
        look.manifest().strays().stream().filter(ManifestValue::isMap).forEach(stray -> part(stray, 0, look));
    }

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (!object.is("", "ConfigMap")) {
            part(object.root(), 0, look);
            ChartValues.texts(object).forEach(values -> part(values, 0, look));
        }
    }

    /** Pods have rules of their own. */
    private static void part(ManifestValue value, int depth, CheckContext look) {
        if (depth > DEEPEST || value.at("containers").isList()) {
            return;
        }
        value.entries().forEach(entry -> {
            if (!known(entry, look)) {
                part(entry.value(), depth + 1, look);
            }
        });
        if (value.at("key").text().equals(INSTANCE) && value.at("operator").text().equals("In")) {
            machines(value.at("values"), look);
        }
        amounts(value, look);
        ConfigLintChecks.text(value, look);
        value.items().forEach(item -> part(item, depth + 1, look));
    }

    private static boolean known(ManifestValue.MappingEntry entry, CheckContext look) {
        var value = entry.value();
        if (SELECTORS.contains(entry.name())) {
            value.entries().forEach(label -> SchedulingChecks.label(label.key(), label.value(), look));
        } else if (entry.name().equals("nodeSelectorTerms")) {
            value.items().stream().flatMap(term -> term.at("matchExpressions").items().stream())
                    .forEach(one -> SchedulingChecks.label(one.at("key"), one.at("values"), look));
        } else if (entry.name().equals("tolerations")) {
            value.items().forEach(toleration -> SchedulingChecks.toleration(toleration, look));
        } else if (entry.name().equals("env")) {
            EnvironmentChecks.variables(value, look);
        } else if (MACHINES.contains(entry.name())) {
            machines(value, look);
        } else {
            return false;
        }
        return true;
    }

    private static void machines(ManifestValue written, CheckContext look) {
        for (var machine : written.isList() ? written.items() : List.of(written)) {
            look.facts().mistake("machines", machine.text()).ifPresent(mistake -> look.offer("machine-retired",
                    machine, machine.text() + ": " + mistake.reason(), List.of()));
        }
    }

    /** Amounts that some chart or controller hands on to a container. */
    private static void amounts(ManifestValue holder, CheckContext look) {
        var resources = holder.at("resources");
        if (resources.at("limits").isMap() || resources.at("requests").isMap()) {
            var container = new TemplateContainer(holder, Role.MAIN);
            container.asked().stream().filter(asked -> asked.extended()).forEach(asked -> {
                AmountChecks.device(container, asked, look);
                DeviceLintChecks.instance(asked, look);
            });
        }
    }
}
