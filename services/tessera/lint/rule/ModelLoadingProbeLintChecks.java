package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.manifest.PodTemplateContainer.ContainerRole;
import tessera.lint.source.ManifestJsonConverter;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.text.MessageCatalog;

/** Checks that probes of model servers allow for the time to load a model. */
final class ModelLoadingProbeLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ModelLoadingProbeLintChecks.class);
    private static final List<String> CALLS = List.of("httpGet", "tcpSocket", "grpc", "exec");
    /** What a server does where nobody says otherwise. */
    private static final long PERIOD = 10;
    private static final long FAILURES = 3;
    /** Less is too little for a model of some gigabytes. */
    private static final long PATIENT = 300;
    private static final int OFTEN = 60;

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        var alive = container.value().at("livenessProbe");
        boolean devices = container.requests().stream()
                .anyMatch(request -> context.isAccelerator(request.resource()) && request.count() > 0);
        if (!template.complete() || template.object().isLive() || container.role() != ContainerRole.MAIN
                || !alive.isMap() || !devices || container.value().at("startupProbe").isPresent()) {
            return;
        }
        long until = probeField(alive, "initialDelaySeconds", 0)
                + probeField(alive, "periodSeconds", PERIOD) * probeField(alive, "failureThreshold", FAILURES);
        if (until < PATIENT) {
            context.addFinding("killed-while-loading", alive,
                    new LintContainerReason.KilledWhileLoading(container.subjectText(), until),
                    addStartupProbe(container, alive));
        }
    }

    private static long probeField(ManifestValue probe, String field, long usual) {
        OptionalLong number = QuantityParser.parseUnits(probe.at(field).text());
        return number.orElse(usual);
    }

    /** Returns a fix that adds a startup probe with the same check for ten minutes. */
    private static Optional<LintFix> addStartupProbe(PodTemplateContainer container, ManifestValue alive) {
        var probe = JsonNodeFactory.instance.objectNode();
        CALLS.stream().map(alive::at).filter(ManifestValue::isPresent)
                .forEach(call -> probe.set(call.key().text(), ManifestJsonConverter.toTree(call)));
        if (probe.isEmpty() || container.value().at("startupProbe").isWritten()) {
            return Optional.empty();
        }
        probe.put("periodSeconds", PERIOD).put("failureThreshold", OFTEN);
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.startup.probe"), YamlBlockEditor
                .mergeTree(container.value(), JsonNodeFactory.instance.objectNode().set("startupProbe", probe)));
    }
}
