package tessera.plan.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.fit.Launches;
import tessera.fit.ObjectSource;
import tessera.fit.wish.Manifests;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.lint.Linter;
import tessera.lint.source.Trees;
import tessera.lint.subject.Manifest;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;
import tessera.model.reading.Readings;
import tessera.plan.draft.Plan;
import tessera.plan.intent.LaunchIntent;
import tessera.plan.intent.LaunchIntent.Launched;
import tessera.plan.survey.Around;
import tessera.plan.survey.Lookups;
import tessera.plan.survey.ManifestLookups.KnownKind;
import tessera.plan.survey.ManifestLookups.Quota;
import tessera.plan.survey.Supply;
import tessera.plan.survey.Survey;
import tessera.quota.Queues;

/** Plans what is to run: reads what must be known, then asks a pure planner. Safe for use by several threads. */
public final class LaunchPlans {

    private static final JsonMapper JSON = new JsonMapper();

    private final Lookups lookups;
    private final ObjectSource objects;
    private final Supplier<Snapshot> snapshot;
    private final Accelerators accelerators;
    private final Launches launches;

    /** @param launches how pods would fare on nodes */
    public LaunchPlans(Lookups lookups, ObjectSource objects, Supplier<Snapshot> snapshot, Accelerators accelerators,
            Launches launches) {
        this.lookups = lookups;
        this.objects = objects;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
        this.launches = launches;
    }

    /** Works out a plan; waits for the server. */
    public Plan plan(LaunchIntent intent) throws Failure, InterruptedException {
        return switch (intent) {
            case LaunchIntent.Launch launch -> LaunchPlanner.plan(launch, survey(launch));
            case LaunchIntent.Withdraw withdraw -> WithdrawPlanner.plan(withdraw, survey(withdraw));
        };
    }

    private WithdrawSurvey survey(LaunchIntent.Withdraw withdraw) throws Failure, InterruptedException {
        var manifests = lookups.manifests();
        var kinds = new LinkedHashMap<String, Optional<KnownKind>>();
        var objects = new HashMap<Launched, JsonNode>();
        var unread = new HashMap<Launched, Problem>();
        for (var object : withdraw.objects()) {
            var known = manifests.kind(object.apiVersion(), object.kind());
            kinds.put(object.apiVersion() + "/" + object.kind(), known);
            if (known.isPresent() && known.get().namespaced()) {
                try {
                    var text = manifests.text(new ObjectRef(object.apiVersion(), object.kind(), known.get().plural(),
                            withdraw.namespace(), object.name()));
                    if (text.isPresent()) {
                        objects.put(object, JSON.readTree(text.get()));
                    }
                } catch (Failure failure) {
                    unread.put(object, failure.problem());
                } catch (JsonProcessingException damaged) {
                    unread.put(object, Problem.of(Kind.UNEXPECTED, "The server's answer could not be read")
                            .withDetail(String.valueOf(damaged.getMessage())));
                }
            }
        }
        return new WithdrawSurvey(
                new Survey(snapshot.get(), accelerators, List.of(), Map.of(), Map.of(), List.of(), List.of(),
                        Optional.empty(), Optional.empty()),
                kinds, objects, unread);
    }

    private LaunchSurvey survey(LaunchIntent.Launch launch) throws Failure, InterruptedException {
        var manifests = lookups.manifests();
        var manifest = Manifest.read(launch.manifest());
        var kinds = new HashMap<String, Optional<KnownKind>>();
        var served = new HashMap<String, List<String>>();
        var quotas = new HashMap<String, List<Quota>>();
        var gaps = new ArrayList<String>();
        for (var object : manifest.objects()) {
            var known = manifests.kind(object.apiVersion(), object.kind());
            kinds.put(object.apiVersion() + "/" + object.kind(), known);
            served.put(object.apiVersion() + "/" + object.kind(),
                    Supply.versions(manifests, object.apiVersion(), object.kind()));
            var namespace = object.namespace().isEmpty() ? launch.namespace() : object.namespace();
            if (!object.templates().isEmpty() && !quotas.containsKey(namespace)) {
                try {
                    quotas.put(namespace, manifests.quotas(namespace));
                } catch (Failure failure) {
                    quotas.put(namespace, List.of());
                    gaps.add("What quotas leave is not known: " + failure.problem().sentence());
                }
            }
        }
        var now = snapshot.get();
        var findings = new Linter(accelerators).check(manifest, Optional.of(new Around(lookups).read(now, served,
                List.of(manifest), launch.namespace())));
        return new LaunchSurvey(manifest, kinds, quotas, findings, fits(launch, now, gaps),
                existing(launch, manifest, kinds, gaps),
                queues(launch, manifest, gaps), gaps);
    }

    /** Those that may not be read the server speaks of when it is asked to make them. */
    private List<ObjectRef> existing(LaunchIntent.Launch launch, Manifest manifest,
            Map<String, Optional<KnownKind>> kinds, List<String> gaps) throws InterruptedException {
        var existing = new ArrayList<ObjectRef>();
        for (var object : manifest.objects()) {
            var kind = kinds.getOrDefault(object.apiVersion() + "/" + object.kind(), Optional.empty());
            if (kind.isPresent() && !object.name().isEmpty()) {
                var reference = LaunchPlanner.reference(launch, object, kind.get());
                try {
                    lookups.manifests().labels(reference).ifPresent(_ -> existing.add(reference));
                } catch (Failure failure) {
                    if (failure.problem().kind() != Kind.FORBIDDEN) {
                        gaps.add("Whether %s is there already is not known: %s".formatted(object.words(),
                                failure.problem().sentence()));
                    }
                }
            }
        }
        return existing;
    }

    private Optional<Queues> queues(LaunchIntent.Launch launch, Manifest manifest, List<String> gaps)
            throws InterruptedException {
        var namespaces = manifest.objects().stream().filter(object -> !Room.queue(object).isEmpty())
                .map(object -> object.namespace().isEmpty() ? launch.namespace() : object.namespace())
                .distinct().toList();
        try {
            return namespaces.isEmpty() ? Optional.empty() : Optional.of(Queues.read(objects, namespaces));
        } catch (Failure failure) {
            gaps.add("What queues have left is not known: " + failure.problem().sentence());
            return Optional.empty();
        }
    }

    private List<tessera.fit.Launch> fits(LaunchIntent.Launch launch, Snapshot now, List<String> gaps)
            throws InterruptedException {
        try {
            var fleet = new Fleet.Reader(accelerators).read(now, Readings.nothing());
            var brought = launches.told(Manifests.of(Trees.of(launch.manifest()), launch.namespace()));
            gaps.addAll(brought.gaps());
            return launches.judged(fleet, brought);
        } catch (Failure failure) {
            gaps.add("Whether nodes take its pods now is not known: " + failure.problem().sentence());
            return List.of();
        }
    }
}
