package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.lint.source.YamlDocuments;
import tessera.text.MessageCatalog;

/** Checks that the GPU operator refers to the ConfigMaps for its device plugin and MIG manager. */
final class OperatorConfigMapReferenceLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OperatorConfigMapReferenceLintChecks.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String UNREAD = "config-map-unread";
    private static final String UNTOLD = "sharing-untold";
    private static final String PLUGIN = "devicePlugin";
    private static final String LABEL = "nvidia.com/device-plugin.config";

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.isKind("", "ConfigMap") && !object.name().isEmpty()) {
            checkConfigMap(object, context);
        }
    }

    private static void checkConfigMap(ManifestKubernetesObject map, LintCheckContext context) {
        var texts = innerDocuments(map).toList();
        boolean shares = texts.stream()
                .anyMatch(inner -> inner.at("sharing", "timeSlicing").isMap() || inner.at("sharing", "mps").isMap());
        boolean layouts = texts.stream().anyMatch(inner -> inner.at("mig-configs").isMap());
        var policies = GpuOperatorLintChecks.policiesOf(context);
        if (policies.size() == 1) {
            if (shares) {
                checkPolicy(map, policies.getFirst(), PLUGIN, context);
            }
            if (layouts) {
                checkPolicy(map, policies.getFirst(), "migManager", context);
            }
        } else if (shares && policies.isEmpty()
                && context.facts().findMistake("configMaps", map.namespace() + "/" + map.name()).isEmpty()) {
            checkWithoutPolicy(map, context);
        }
    }

    private static Stream<ManifestValue> innerDocuments(ManifestKubernetesObject map) {
        return map.at("data").entries().stream().map(entry -> YamlDocuments.parseEmbedded(entry.value().text()))
                .filter(inner -> inner != null && inner.isMap());
    }

    private static void checkPolicy(ManifestKubernetesObject map, ManifestValue spec, String reader,
            LintCheckContext context) {
        if (spec.at(reader, "enabled").text().equals("false")) {
            return;
        }
        var name = spec.at(reader, "config", "name");
        if (!name.isPresent()) {
            context.addChoice(UNREAD, map.at("metadata", "name"),
                    new LintGpuConfigReason.UnnamedConfigMap(map.name(), reader),
                    ManifestSourceEditor.availableFixes(nameInPolicy(spec, reader, map)));
        } else if (!name.text().equals(map.name())) {
            boolean other = context.objects("", "ConfigMap").anyMatch(object -> object.name().equals(name.text()));
            if (!other && !name.isTemplated()) {
                context.addChoice(UNREAD, map.at("metadata", "name"),
                        new LintGpuConfigReason.OtherConfigMapNamed(map.name(), name.text(), reader),
                        ManifestSourceEditor
                                .availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.name.there", map.name()),
                                        ManifestSourceEditor.replace(name, map.name()))));
            }
        } else if (reader.equals(PLUGIN) && !spec.at(reader, "config", "default").isPresent()) {
            context.addChoice(UNTOLD, name, new LintGpuConfigReason.NoDefaultConfig(reader, LABEL),
                    map.at("data").entries().stream().limit(4).flatMap(entry -> ManifestSourceEditor
                            .fixOf(MESSAGES.text("fix.make.default", entry.name()), ManifestSourceEditor
                                    .insertEntry(spec.at(reader, "config"), "default", JSON.textNode(entry.name())))
                            .stream()).toList());
        }
    }

    private static Optional<LintFix> nameInPolicy(ManifestValue spec, String reader, ManifestKubernetesObject map) {
        var keys = map.at("data").entries();
        ObjectNode tree = JSON.objectNode();
        var config = tree.putObject(reader).putObject("config").put("name", map.name());
        if (reader.equals(PLUGIN) && keys.size() == 1) {
            config.put("default", keys.getFirst().name());
        }
        if (spec.isMap()) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.name.map"), YamlBlockEditor.mergeTree(spec, tree));
        }
        return Optional.empty();
    }

    /** Checks a ConfigMap without a policy in the manifest by the cluster's policy, if that is known. */
    private static void checkWithoutPolicy(ManifestKubernetesObject map, LintCheckContext context) {
        var told = context.cluster().flatMap(ManifestTargetCluster::sharingMap);
        if (told.isEmpty()) {
            context.addChoice(UNTOLD, map.at("metadata", "name"),
                    new LintGpuConfigReason.ConfigMapReadOnlyByName(map.name()), List.of());
        } else if (!told.get().equals(map.name())) {
            context.addChoice(UNREAD, map.at("metadata", "name"),
                    new LintGpuConfigReason.ConfigMapUnreadByPlugins(map.name(), told.get()),
                    told.get().isEmpty() ? List.of()
                            : ManifestSourceEditor
                                    .availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.rename", told.get()),
                                            ManifestSourceEditor.replace(map.at("metadata", "name"), told.get()))));
        }
    }
}
