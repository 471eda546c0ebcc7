package tessera.ui.pods;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ProblemException;
import tessera.scheduling.CustomSchedulerEventReader;
import tessera.ui.OpenClusterSource;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;

/**
 * Feed of why pods of other schedulers than that of Kubernetes wait, as their events tell it; refreshed while it is shown.
 * Where events cannot be read there are no texts. FX thread.
 */
public final class OtherSchedulerEventFeed {

    private static final Duration PACE = Duration.ofSeconds(30);

    private final OpenClusterSource services;
    private final AcceleratorCatalog accelerators;
    private final ReadOnlyObjectWrapper<Map<String, String>> texts = new ReadOnlyObjectWrapper<>(Map.of());
    private final PollingQuery<Map<String, String>> reading;

    /** @param now the time, in steps in which it may be read anew */
    public OtherSchedulerEventFeed(OpenClusterSource services, AcceleratorCatalog accelerators,
            ObservableValue<Instant> now) {
        this.services = services;
        this.accelerators = accelerators;
        reading = new PollingQuery<>(services, now, PACE, new PollingQueryCallbacks<>(this::readTexts, texts::set,
                problem -> texts.set(Map.of()), () -> texts.set(Map.of())));
    }

    private Map<String, String> readTexts() throws ProblemException, InterruptedException {
        var snapshot = services.snapshots().get();
        var waiting = snapshot.unbound().stream()
                .filter(pod -> pod.waitsForNode() && (accelerators.isRequestedBy(pod) || pod.needsClaims())).toList();
        return CustomSchedulerEventReader
                .waitingTexts(services.clusterServices().objectSource(), waiting,
                        event -> snapshot.ageOf(event, snapshot.at()), unread -> {})
                .entrySet().stream().collect(Collectors.toMap(text -> text.getKey().uid(), Map.Entry::getValue));
    }

    ReadOnlyObjectProperty<Map<String, String>> textsProperty() {
        return texts.getReadOnlyProperty();
    }

    void setWatched(boolean looks) {
        reading.setWatched(looks);
    }
}
