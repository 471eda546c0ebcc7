package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.manifest.TemplateContainer.Role;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.ValueTrees;
import tessera.lint.source.YamlInsertions;
import tessera.model.Quantity;

/** Whether what serves a model may take the time that it takes to load it. */
final class LoadingChecks implements LintCheck {

    private static final List<String> CALLS = List.of("httpGet", "tcpSocket", "grpc", "exec");
    /** What a server does where nobody says otherwise. */
    private static final long PERIOD = 10;
    private static final long FAILURES = 3;
    /** Less is too little for a model of some gigabytes. */
    private static final long PATIENT = 300;
    private static final int OFTEN = 60;

    @Override
    public void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        var alive = container.value().at("livenessProbe");
        boolean devices = container.asked().stream()
                .anyMatch(asked -> look.accelerator(asked.resource()) && asked.count() > 0);
        if (!template.whole() || template.object().live() || container.role() != Role.MAIN || !alive.isMap()
                || !devices || container.value().at("startupProbe").present()) {
            return;
        }
        long until = said(alive, "initialDelaySeconds", 0)
                + said(alive, "periodSeconds", PERIOD) * said(alive, "failureThreshold", FAILURES);
        if (until < PATIENT) {
            look.note("killed-while-loading", alive,
                    "%s is started anew when it does not answer after %d s, be it still loading: a startupProbe waits for that"
                            .formatted(container.called(), until),
                    patient(container, alive));
        }
    }

    private static long said(ManifestValue probe, String field, long usual) {
        OptionalLong number = Quantity.units(probe.at(field).text());
        return number.orElse(usual);
    }

    /** The same question, asked for ten minutes. */
    private static Optional<LintFix> patient(TemplateContainer container, ManifestValue alive) {
        var probe = JsonNodeFactory.instance.objectNode();
        CALLS.stream().map(alive::at).filter(ManifestValue::present)
                .forEach(call -> probe.set(call.key().text(), ValueTrees.of(call)));
        if (probe.isEmpty() || container.value().at("startupProbe").written()) {
            return Optional.empty();
        }
        probe.put("periodSeconds", PERIOD).put("failureThreshold", OFTEN);
        return ManifestEditor.fix("Wait ten minutes for its start", YamlInsertions.merge(container.value(),
                JsonNodeFactory.instance.objectNode().set("startupProbe", probe)));
    }
}
