package tessera.demo.fleet.plan;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One entry of the script: something that owns pods.
 *
 * @param kind         of the owner; {@code Pod} for pods without one, {@code Static} for those of a kubelet
 * @param labels       of its pods; its name as {@code app} when there are none
 * @param wants        devices for each pod, by resource name
 * @param age          as ISO 8601 has durations
 * @param pods         where its pods are
 * @param replicas     how many, where {@code pods} does not say
 * @param on           the model of node for those
 * @param select       node selector
 * @param tolerate     as {@code key=value:effect}, each part of which may be absent
 * @param priority     name of a priority class
 * @param claim        name of a volume claim that nobody fulfils; empty for none
 * @param image        instead of the shape's
 * @param queue        the Kueue queue its pods go through; empty for none
 * @param blocked      how many pods the quota does not let it make
 * @param budget       how many of its pods must stay available; 0 for no disruption budget
 * @param service      whether a Service leads to it
 * @param serviceName  that Service's name, when it is not its own
 * @param step         position in the order in which the GPU stack starts on a node; 0 for no part of that
 * @param lean         whether very large fleets have it too
 */
public record Line(String kind, String namespace, String name, Map<String, String> labels, Shape shape,
        Map<String, Integer> wants, String age, List<Place> pods, int replicas, String on, Map<String, String> select,
        List<String> tolerate, String priority, String claim, String image, String queue, int blocked, int budget,
        boolean service, String serviceName, boolean hostNetwork, String runtimeClass, int step, boolean lean) {

    public Line {
        labels = labels == null ? Map.of("app", name) : labels;
        wants = wants == null ? Map.of() : wants;
        age = age == null ? "P61DT3H" : age;
        pods = pods == null ? List.of() : pods;
        on = on == null ? "" : on;
        select = select == null ? Map.of() : select;
        tolerate = tolerate == null ? List.of() : tolerate;
        priority = priority == null ? "standard" : priority;
        claim = claim == null ? "" : claim;
        image = image == null ? shape.image() : image;
        queue = queue == null ? "" : queue;
        serviceName = serviceName == null ? name : serviceName;
        runtimeClass = runtimeClass == null ? "" : runtimeClass;
    }

    /**
     * Where some of its pods are, and how they are.
     *
     * @param on    name of a node; empty for none yet
     * @param state by name; empty when all is well
     * @param name  the end of the pod's name, where it matters
     * @param age   empty for that of the owner
     */
    public record Place(String on, int count, String state, String name, String age, int restarts) {

        public Place {
            on = on == null ? "" : on;
            count = count == 0 ? 1 : count;
            state = state == null ? "RUNNING" : state;
            name = name == null ? "" : name;
            age = age == null ? "" : age;
        }
    }

    Duration duration() {
        return Duration.parse(age);
    }

    /** The same kind of thing under another name, smaller or larger, without pods yet. */
    Line like(String newName, Map<String, Integer> newWants, Map<String, String> newSelect, Duration newAge) {
        return new Line(kind, namespace, newName, Map.of("app", newName), shape, newWants, newAge.toString(),
                List.of(), 0, "", newSelect, tolerate, priority, "", image, "", 0, 0, false, newName, false, "", 0,
                false);
    }
}
