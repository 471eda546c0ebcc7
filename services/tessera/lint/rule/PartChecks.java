package tessera.lint.rule;

import java.util.List;
import java.util.Set;
import tessera.lint.manifest.ChartValues;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.manifest.TemplateContainer.Role;
import tessera.lint.source.ManifestValue;

/**
 * Checks of pod settings outside of pods, such as in chart values: node selectors, tolerations, device amounts, variables, and machine types.
 */
final class PartChecks implements LintCheck {

    private static final int DEEPEST = 24;
    private static final Set<String> SELECTORS = Set.of("nodeSelector", "nodeLabels");
    /** Clouds call machines so where they make them. */
    private static final Set<String> MACHINES = Set.of("instanceType", "instanceTypes", "vmSize");
    private static final String INSTANCE = "node.kubernetes.io/instance-type";

    @Override
    public void checkManifest(CheckContext context) {
        context.manifest().otherDocuments().stream().filter(ManifestValue::isMap)
                .forEach(stray -> checkPart(stray, 0, context));
    }

    @Override
    public void checkObject(KubeObject object, CheckContext context) {
        if (!object.isKind("", "ConfigMap")) {
            checkPart(object.root(), 0, context);
            ChartValues.valueTexts(object).forEach(values -> checkPart(values, 0, context));
        }
    }

    /** Checks a part of a document, without pods, which have rules of their own. */
    private static void checkPart(ManifestValue value, int depth, CheckContext context) {
        if (depth > DEEPEST || value.at("containers").isList()) {
            return;
        }
        value.entries().forEach(entry -> {
            if (!checkKnownEntry(entry, context)) {
                checkPart(entry.value(), depth + 1, context);
            }
        });
        if (value.at("key").text().equals(INSTANCE) && value.at("operator").text().equals("In")) {
            checkMachineTypes(value.at("values"), context);
        }
        checkAmounts(value, context);
        ConfigLintChecks.checkText(value, context);
        value.items().forEach(item -> checkPart(item, depth + 1, context));
    }

    private static boolean checkKnownEntry(ManifestValue.MappingEntry entry, CheckContext context) {
        var value = entry.value();
        if (SELECTORS.contains(entry.name())) {
            value.entries().forEach(label -> SchedulingChecks.checkLabel(label.key(), label.value(), context));
        } else if (entry.name().equals("nodeSelectorTerms")) {
            value.items().stream().flatMap(term -> term.at("matchExpressions").items().stream())
                    .forEach(one -> SchedulingChecks.checkLabel(one.at("key"), one.at("values"), context));
        } else if (entry.name().equals("tolerations")) {
            value.items().forEach(toleration -> SchedulingChecks.checkToleration(toleration, context));
        } else if (entry.name().equals("env")) {
            EnvironmentChecks.checkVariables(value, context);
        } else if (MACHINES.contains(entry.name())) {
            checkMachineTypes(value, context);
        } else {
            return false;
        }
        return true;
    }

    private static void checkMachineTypes(ManifestValue written, CheckContext context) {
        for (var machine : written.isList() ? written.items() : List.of(written)) {
            context.facts().findMistake("machines", machine.text())
                    .ifPresent(mistake -> context.addChoice("machine-retired",
                            machine, machine.text() + ": " + mistake.reason(), List.of()));
        }
    }

    /** Checks amounts that some chart or controller passes on to a container. */
    private static void checkAmounts(ManifestValue holder, CheckContext context) {
        var resources = holder.at("resources");
        if (resources.at("limits").isMap() || resources.at("requests").isMap()) {
            var container = new TemplateContainer(holder, Role.MAIN);
            container.requests().stream().filter(request -> request.isExtended()).forEach(request -> {
                AmountChecks.checkDevice(container, request, context);
                DeviceLintChecks.checkInstance(request, context);
            });
        }
    }
}
