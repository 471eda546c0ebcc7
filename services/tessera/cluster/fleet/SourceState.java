package tessera.cluster.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.model.DraObject;
import tessera.model.NodeFacts;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.SourceHealth;

/** How far the following of one collection has come. Used by one thread. */
final class SourceState {

    private final WatchedCollection source;
    private boolean complete;
    private boolean followed;
    private int loaded;
    private long remaining = -1;
    private WatchChange.@Nullable ContactLost lost;
    /** Whether the loss is being mended and no longer worth telling; the data is as old as before. */
    private boolean mending;
    private @Nullable Problem denied;

    /** Names by namespace, which is empty where there is none. */
    private final Map<String, Set<String>> named = new HashMap<>();
    private final List<DraObject> waitingDevices = new ArrayList<>();
    private final List<NodeFacts> waitingNodes = new ArrayList<>();
    private final List<PodFacts> waitingPods = new ArrayList<>();

    SourceState(WatchedCollection source) {
        this.source = source;
    }

    void listBegun() {
        forgetList();
        if (!complete) {
            loaded = 0;
            remaining = -1;
        }
    }

    /** The first list is shown as it comes; a later one replaces what is known only when it is complete. */
    void nodes(List<NodeFacts> nodes, long more, FleetIndex fleet) {
        for (var node : nodes) {
            name("", node.name());
            if (complete) {
                waitingNodes.add(node);
            } else {
                fleet.see(node);
            }
        }
        count(nodes.size(), more);
    }

    void pods(List<PodFacts> pods, long more, FleetIndex fleet) {
        for (var pod : pods) {
            name(pod.namespace(), pod.name());
            if (complete) {
                waitingPods.add(pod);
            } else {
                fleet.see(pod);
            }
        }
        count(pods.size(), more);
    }

    void devices(List<? extends DraObject> objects, long more, FleetIndex fleet) {
        for (var object : objects) {
            name(object.namespace(), object.name());
            if (complete) {
                waitingDevices.add(object);
            } else {
                fleet.devices().see(object);
            }
        }
        count(objects.size(), more);
    }

    void listEnded(FleetIndex fleet) {
        waitingNodes.forEach(fleet::see);
        waitingPods.forEach(fleet::see);
        waitingDevices.forEach(fleet.devices()::see);
        switch (source.kind()) {
            case NODES -> fleet.keepNodes(named.getOrDefault("", Set.of()));
            case PODS -> fleet.keepPods(source.namespace(), named);
            case SLICES, CLASSES, CLAIMS, TAINT_RULES -> {
                fleet.devices().keep(source.kind(), named);
                fleet.hide(source.kind(), false);
            }
        }
        forgetList();
        complete = true;
    }

    void followed() {
        followed = true;
        mending = false;
        lost = null;
        denied = null;
    }

    void lost(WatchChange.ContactLost loss) {
        // The first failure knows best when the data was last current.
        var since = lost == null ? loss.current() : lost.current();
        lost = new WatchChange.ContactLost(loss.source(), loss.why(), since, loss.attempt(), loss.next());
        followed = false;
        mending = false;
    }

    /** Nobody follows it any more. */
    void abandoned(Problem why, Instant at) {
        if (complete && lost == null && denied == null) {
            lost = new WatchChange.ContactLost(source, why, at, 0, at);
        }
        followed = false;
    }

    /** Everything is begun anew. */
    void beginAnew() {
        mending = true;
        followed = false;
        denied = null;
    }

    /** It may not be read, and never was. */
    void denied(Problem why) {
        denied = why;
        followed = false;
        lost = null;
    }

    private void name(String namespace, String name) {
        named.computeIfAbsent(namespace, _ -> new HashSet<>()).add(name);
    }

    private void count(int count, long more) {
        if (!complete) {
            loaded += count;
            remaining = more;
        }
    }

    private void forgetList() {
        named.clear();
        waitingNodes.clear();
        waitingPods.clear();
        waitingDevices.clear();
    }

    boolean isFollowed() {
        return followed;
    }

    boolean isComplete() {
        return complete;
    }

    WatchChange.@Nullable ContactLost loss() {
        return mending ? null : lost;
    }

    @Nullable
    Problem denial() {
        return denied;
    }

    int loaded() {
        return loaded;
    }

    SourceHealth health() {
        if (denied != null) {
            return new SourceHealth.Absent(denied);
        }
        if (!complete) {
            return new SourceHealth.LoadingSource(loaded, remaining);
        }
        return lost == null ? new SourceHealth.LiveSource() : new SourceHealth.StaleSource(lost.current(), lost.why());
    }
}
