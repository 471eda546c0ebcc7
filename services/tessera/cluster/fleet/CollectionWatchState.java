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
import tessera.model.NodeSummary;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.SnapshotCollectionHealth;

/** The list and watch state of one collection. Used by one thread. */
final class CollectionWatchState {

    private final WatchedCollection source;
    private boolean complete;
    private boolean followed;
    private int loaded;
    private long remaining = -1;
    private WatchChange.@Nullable CollectionContactLoss contactLoss;
    /** Whether the loss is being mended and no longer worth telling; the data is as old as before. */
    private boolean mending;
    private @Nullable Problem denied;

    /** Whether something of the kind was known before the list, which may no longer exist. */
    private boolean pruning = true;
    /** What a list names that is pruned by it: names by namespace, which is empty where there is none. */
    private final Map<String, Set<String>> namesByNamespace = new HashMap<>();
    private final List<DraObject> waitingDevices = new ArrayList<>();
    private final List<NodeSummary> waitingNodes = new ArrayList<>();
    private final List<PodSummary> waitingPods = new ArrayList<>();

    CollectionWatchState(WatchedCollection source) {
        this.source = source;
    }

    void beginList(NodePodIndex fleet) {
        forgetList();
        pruning = fleet.knowsAny(source.kind());
        if (!complete) {
            loaded = 0;
            remaining = -1;
        }
    }

    /** Adds a page of nodes; the first list is shown page by page, a later one replaces the known nodes once complete. */
    void addNodes(List<NodeSummary> nodes, long more, NodePodIndex fleet) {
        for (var node : nodes) {
            name("", node.name());
            if (complete) {
                waitingNodes.add(node);
            } else {
                fleet.addNode(node);
            }
        }
        countLoaded(nodes.size(), more);
    }

    void addPods(List<PodSummary> pods, long more, NodePodIndex fleet) {
        for (var pod : pods) {
            name(pod.namespace(), pod.name());
            if (complete) {
                waitingPods.add(pod);
            } else {
                fleet.addPod(pod);
            }
        }
        countLoaded(pods.size(), more);
    }

    void addDevices(List<? extends DraObject> objects, long more, NodePodIndex fleet) {
        for (var object : objects) {
            name(object.namespace(), object.name());
            if (complete) {
                waitingDevices.add(object);
            } else {
                fleet.devices().put(object);
            }
        }
        countLoaded(objects.size(), more);
    }

    void endList(NodePodIndex fleet) {
        waitingNodes.forEach(fleet::addNode);
        waitingPods.forEach(fleet::addPod);
        waitingDevices.forEach(fleet.devices()::put);
        if (pruning) {
            prune(fleet);
        }
        if (!source.isEssential()) {
            fleet.setForbidden(source.kind(), false);
        }
        forgetList();
        complete = true;
    }

    private void prune(NodePodIndex fleet) {
        switch (source.kind()) {
            case NODES -> fleet.retainNodes(namesByNamespace.getOrDefault("", Set.of()));
            case PODS -> fleet.retainPods(source.namespace(), namesByNamespace);
            case SLICES, CLASSES, CLAIMS, TAINT_RULES -> fleet.devices().keep(source.kind(), namesByNamespace);
        }
    }

    void markFollowed() {
        followed = true;
        mending = false;
        contactLoss = null;
        denied = null;
    }

    void markLost(WatchChange.CollectionContactLoss loss) {
        // The first failure knows best when the data was last current.
        var since = contactLoss == null ? loss.lastCurrent() : contactLoss.lastCurrent();
        contactLoss = new WatchChange.CollectionContactLoss(loss.source(), loss.problem(), since, loss.attempt(),
                loss.nextAttempt());
        followed = false;
        mending = false;
    }

    /** Marks the collection as no longer followed. */
    void markAbandoned(Problem problem, Instant at) {
        if (complete && contactLoss == null && denied == null) {
            contactLoss = new WatchChange.CollectionContactLoss(source, problem, at, 0, at);
        }
        followed = false;
    }

    /** Marks the collection for a new list and watch. */
    void restart() {
        mending = true;
        followed = false;
        denied = null;
    }

    /** Marks the collection as forbidden; it was never read. */
    void markDenied(Problem problem) {
        denied = problem;
        followed = false;
        contactLoss = null;
    }

    private void name(String namespace, String name) {
        if (pruning) {
            namesByNamespace.computeIfAbsent(namespace, _ -> new HashSet<>()).add(name);
        }
    }

    private void countLoaded(int count, long more) {
        if (!complete) {
            loaded += count;
            remaining = more;
        }
    }

    private void forgetList() {
        pruning = true;
        namesByNamespace.clear();
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

    WatchChange.@Nullable CollectionContactLoss currentLoss() {
        return mending ? null : contactLoss;
    }

    @Nullable
    Problem denialProblem() {
        return denied;
    }

    int loadedObjects() {
        return loaded;
    }

    SnapshotCollectionHealth sourceHealth() {
        if (denied != null) {
            return new SnapshotCollectionHealth.UnavailableCollection(denied);
        }
        if (!complete) {
            return new SnapshotCollectionHealth.LoadingCollection(loaded, remaining);
        }
        if (contactLoss == null) {
            return new SnapshotCollectionHealth.LiveCollection();
        }
        return new SnapshotCollectionHealth.StaleCollection(contactLoss.lastCurrent(), contactLoss.problem());
    }
}
