package tessera.demo.fleet.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a ClusterPolicy asks for, with the operator's defaults where it says nothing.
 *
 * @param spec as it is written
 */
public record Policy(JsonNode spec) {

    /** The policy of the fleet. */
    public static ObjectNode usual() {
        return Scripts.read("policy.json", ObjectNode.class);
    }

    /** What was set in the chart to get it. */
    public static ObjectNode values() {
        return Scripts.read("values.json", ObjectNode.class);
    }

    public boolean wants(Operand operand) {
        return spec.path(operand.section()).path("enabled").asBoolean(operand.usual());
    }

    /** The image that an operand runs. */
    public String image(Operand operand) {
        var section = spec.path(operand.section());
        var usual = operand.image();
        int slash = usual.lastIndexOf('/');
        var name = section.path("image").asText(usual.substring(slash + 1));
        var version = section.path("version").asText(operand.version());
        return section.path("repository").asText(usual.substring(0, slash)) + "/" + name + ":" + version
                + operand.ending();
    }

    public String driverVersion() {
        return spec.path("driver").path("version").asText(Facts.DRIVER);
    }

    public boolean precompiled() {
        return spec.path("driver").path("usePrecompiled").asBoolean();
    }

    /** {@code none}, {@code single} or {@code mixed}. */
    public String migStrategy() {
        return spec.path("mig").path("strategy").asText("single");
    }

    /** Name of the ConfigMap with configurations of the device plugin; empty for none. */
    public String pluginConfig() {
        return spec.path("devicePlugin").path("config").path("name").asText();
    }

    /** Which of them holds where a node does not say; empty for none. */
    public String usualPluginConfig() {
        return spec.path("devicePlugin").path("config").path("default").asText();
    }

    /** Name of the ConfigMap with MIG layouts; empty for those that the nodes work out. */
    public String migConfig() {
        return spec.path("migManager").path("config").path("name").asText();
    }

    /** Which layout a node gets that does not say; empty for none. */
    public String usualMigConfig() {
        return spec.path("migManager").path("config").path("default").asText("all-disabled");
    }

    /** Whether the MIG manager may restart a machine whose GPUs cannot be reset. */
    public boolean reboots() {
        for (var variable : spec.path("migManager").path("env")) {
            if (variable.path("name").asText().equals("WITH_REBOOT")) {
                return variable.path("value").asText().equals("true");
            }
        }
        return false;
    }

    /** How drivers are upgraded. */
    public JsonNode upgrades() {
        return spec.path("driver").path("upgradePolicy");
    }

    /** What holds for all DaemonSets. */
    public JsonNode daemonSets() {
        return spec.path("daemonsets");
    }
}
