package tessera.kube.scheduling;

/** The plugins of kube-scheduler that filter nodes, in its order. */
public enum SchedulerPlugin {
    NODE_UNSCHEDULABLE("NodeUnschedulable"),
    NODE_NAME("NodeName"),
    TAINT_TOLERATION("TaintToleration"),
    NODE_AFFINITY("NodeAffinity"),
    NODE_PORTS("NodePorts"),
    NODE_RESOURCES_FIT("NodeResourcesFit"),
    VOLUME_RESTRICTIONS("VolumeRestrictions"),
    VOLUME_BINDING("VolumeBinding"),
    VOLUME_ZONE("VolumeZone"),
    POD_TOPOLOGY_SPREAD("PodTopologySpread"),
    INTER_POD_AFFINITY("InterPodAffinity"),
    DYNAMIC_RESOURCES("DynamicResources");

    private final String pluginName;

    SchedulerPlugin(String pluginName) {
        this.pluginName = pluginName;
    }

    /** Returns the name as the scheduler's configuration and messages have it. */
    public String pluginName() {
        return pluginName;
    }
}
