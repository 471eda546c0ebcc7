package tessera.lint.rule;

import java.util.List;
import java.util.Set;
import tessera.lint.manifest.HelmCustomResourceValueReader;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.manifest.PodTemplateContainer.ContainerRole;
import tessera.lint.source.ManifestValue;

/**
 * Checks of pod settings outside of pods, such as in chart values: node selectors, tolerations, device amounts, variables, and machine types.
 */
final class ChartValuesPodSettingLintChecks implements LintCheck {

    private static final int DEEPEST = 24;
    private static final Set<String> SELECTORS = Set.of("nodeSelector", "nodeLabels");
    /** Clouds call machines so where they make them. */
    private static final Set<String> MACHINES = Set.of("instanceType", "instanceTypes", "vmSize");
    private static final String INSTANCE = "node.kubernetes.io/instance-type";

    @Override
    public void checkManifest(LintCheckContext context) {
        context.manifest().otherDocuments().stream().filter(ManifestValue::isMap)
                .forEach(misplaced -> checkPart(misplaced, 0, context));
    }

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (!object.isKind("", "ConfigMap")) {
            checkPart(object.root(), 0, context);
            HelmCustomResourceValueReader.valueTexts(object).forEach(values -> checkPart(values, 0, context));
        }
    }

    /** Checks a part of a document, without pods, which have rules of their own. */
    private static void checkPart(ManifestValue value, int depth, LintCheckContext context) {
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
        GpuConfigMapLintChecks.checkText(value, context);
        value.items().forEach(item -> checkPart(item, depth + 1, context));
    }

    private static boolean checkKnownEntry(ManifestValue.MappingEntry entry, LintCheckContext context) {
        var value = entry.value();
        if (SELECTORS.contains(entry.name())) {
            value.entries().forEach(label -> PodSchedulingLintChecks.checkLabel(label.key(), label.value(), context));
        } else if (entry.name().equals("nodeSelectorTerms")) {
            value.items().stream().flatMap(term -> term.at("matchExpressions").items().stream())
                    .forEach(one -> PodSchedulingLintChecks.checkLabel(one.at("key"), one.at("values"), context));
        } else if (entry.name().equals("tolerations")) {
            value.items().forEach(toleration -> PodSchedulingLintChecks.checkToleration(toleration, context));
        } else if (entry.name().equals("env")) {
            EnvironmentVariableLintChecks.checkVariables(value, context);
        } else if (MACHINES.contains(entry.name())) {
            checkMachineTypes(value, context);
        } else {
            return false;
        }
        return true;
    }

    private static void checkMachineTypes(ManifestValue written, LintCheckContext context) {
        for (var machine : written.isList() ? written.items() : List.of(written)) {
            context.facts().findMistake("machines", machine.text()).ifPresent(nameMistake -> context
                    .addChoice("machine-retired", machine, nameMistake.about(machine.text()), List.of()));
        }
    }

    /** Checks amounts that some chart or controller passes on to a container. */
    private static void checkAmounts(ManifestValue holder, LintCheckContext context) {
        var resources = holder.at("resources");
        if (resources.at("limits").isMap() || resources.at("requests").isMap()) {
            var container = new PodTemplateContainer(holder, ContainerRole.MAIN);
            container.requests().stream().filter(request -> request.isExtended()).forEach(request -> {
                ResourceAmountLintChecks.checkDevice(container, request, context);
                DeviceRequestLintChecks.checkInstance(request, context);
            });
        }
    }
}
