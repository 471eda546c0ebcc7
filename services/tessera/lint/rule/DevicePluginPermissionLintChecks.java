package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.YamlBlockEditor;
import tessera.text.MessageCatalog;

/** Checks that a device plugin from a manifest has the permissions for its settings. */
final class DevicePluginPermissionLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DevicePluginPermissionLintChecks.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String RULE = "plugin-lacks-privileges";

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        if (!PodSecurityLintChecks.isSystemPod(template) || !container.image().contains("k8s-device-plugin")) {
            return;
        }
        var security = container.value().at("securityContext");
        var specs = settingOf(container, "PASS_DEVICE_SPECS", "--pass-device-specs");
        var mig = settingOf(container, "MIG_STRATEGY", "--mig-strategy");
        if (security.at("privileged").isTrue()) {
            return;
        }
        if (specs.equals("true")) {
            context.addFinding(RULE, container.value(),
                    new LintGpuConfigReason.DeviceSpecsUnprivileged(container.name()),
                    addSecurityContext(container, JSON.objectNode().put("privileged", true)));
        } else if (List.of("single", "mixed").contains(mig)
                && !security.at("capabilities", "add").texts().contains("SYS_ADMIN")) {
            var capabilities = JSON.objectNode();
            capabilities.putObject("capabilities").putArray("add").add("SYS_ADMIN");
            context.addFinding(RULE, container.value(),
                    new LintGpuConfigReason.MigWithoutSysAdmin(container.name(), mig),
                    addSecurityContext(container, capabilities));
        }
    }

    private static Optional<LintFix> addSecurityContext(PodTemplateContainer container, ObjectNode content) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.allow"),
                YamlBlockEditor.mergeTree(container.value(), JSON.objectNode().set("securityContext", content)));
    }

    private static String settingOf(PodTemplateContainer container, String variable, String flag) {
        var told = container.variables(variable);
        if (!told.isEmpty()) {
            return told.getLast().at("value").text();
        }
        var texts = List.of(container.commandText().split(" "));
        int at = texts.indexOf(flag);
        return texts.stream().filter(word -> word.startsWith(flag + "=")).map(word -> word.substring(flag.length() + 1))
                .findFirst().orElse(argumentValue(at, texts));
    }

    private static String argumentValue(int at, List<String> texts) {
        if (at < 0) {
            return "";
        }
        if (at + 1 < texts.size() && !texts.get(at + 1).startsWith("-")) {
            return texts.get(at + 1);
        }
        return "true";
    }
}
