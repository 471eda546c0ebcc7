package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.YamlInsertions;

/** Whether a device plugin that somebody installs by a manifest may do what it is told to do. */
final class PluginChecks implements LintCheck {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String RULE = "plugin-lacks-privileges";

    @Override
    public void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        if (!SafetyChecks.system(template) || !container.image().contains("k8s-device-plugin")) {
            return;
        }
        var security = container.value().at("securityContext");
        var specs = setting(container, "PASS_DEVICE_SPECS", "--pass-device-specs");
        var mig = setting(container, "MIG_STRATEGY", "--mig-strategy");
        if (security.at("privileged").isTrue()) {
            return;
        }
        if (specs.equals("true")) {
            look.note(RULE, container.value(),
                    "“%s” passes device specifications, which takes a privileged container".formatted(container.name()),
                    given(container, JSON.objectNode().put("privileged", true)));
        } else if (List.of("single", "mixed").contains(mig)
                && !security.at("capabilities", "add").texts().contains("SYS_ADMIN")) {
            var capabilities = JSON.objectNode();
            capabilities.putObject("capabilities").putArray("add").add("SYS_ADMIN");
            look.note(RULE, container.value(),
                    "“%s” has MIG strategy %s, and without SYS_ADMIN cannot look into MIG instances".formatted(
                            container.name(), mig),
                    given(container, capabilities));
        }
    }

    private static Optional<LintFix> given(TemplateContainer container, ObjectNode content) {
        return ManifestEditor.fix("Let it", YamlInsertions.merge(container.value(),
                JSON.objectNode().set("securityContext", content)));
    }

    private static String setting(TemplateContainer container, String variable, String flag) {
        var told = container.variables(variable);
        if (!told.isEmpty()) {
            return told.getLast().at("value").text();
        }
        var words = List.of(container.words().split(" "));
        int at = words.indexOf(flag);
        return words.stream().filter(word -> word.startsWith(flag + "=")).map(word -> word.substring(flag.length() + 1))
                .findFirst().orElse(at < 0 ? ""
                        : at + 1 < words.size() && !words.get(at + 1).startsWith("-")
                                ? words.get(at + 1)
                                : "true");
    }
}
