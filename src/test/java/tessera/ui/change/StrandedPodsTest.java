package tessera.ui.change;

import java.util.List;
import java.util.Set;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.gpu.Sample;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.text.ForeignMessage;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;

import static org.assertj.core.api.Assertions.assertThat;

/** A preview of a change that strands running pods says so first, and in red. */
class StrandedPodsTest {

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static PodEffect effect(String name, PodFate podFate) {
        var pod = new Sample().pod(name, "n", "nvidia.com/gpu", 1).snapshot().pods()
                .filter(each -> each.key().equals(name)).findFirst().orElseThrow();
        return new PodEffect(pod, podFate, Set.of(), 1, List.of(), new ForeignMessage(""));
    }

    @Test
    void strandedPodsComeFirstAndInRed() {
        var effects = new PlanEffects(List.of(effect("ml/gone", PodFate.EVICTED), effect("ml/held", PodFate.STRANDED)),
                List.of());
        var box = Stage.fx(() -> {
            var parts = new VBox();
            parts.getChildren().addAll(AffectedPodsSectionFactory.sections(effects, false));
            return parts;
        });
        Stage.draw(box, ColorTheme.DARK, 900, 600);

        assertThat(effects.strandedPods()).extracting(each -> each.pod().name()).containsExactly("held");
        var first = Stage.fx(() -> (VBox) box.getChildren().getFirst());
        var title = Stage.fx(() -> (Label) first.lookup(".danger-text"));
        assertThat(title.getText()).isEqualTo("1 pod is stranded: its node can no longer run a replacement");
    }
}
