package tessera.mig;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.mig.MigConfig.MigConfigEntry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A layout is said in one line, and what is said is what is meant. */
class LayoutTextTest {

    @Test
    void everyGpuOrSomeOfThemCanBeDividedLeftWholeOrPrepared() {
        var entries = MigLayoutNotation.parse("0-2,5=4g.40gb,3g.40gb; 3=7x1g.10gb ;4=off;6-7=none");

        assertThat(entries).containsExactly(
                new MigConfigEntry(Optional.of(new TreeSet<>(List.of(0, 1, 2, 5))), List.of(), true,
                        Cuts.mix("4g.40gb", "3g.40gb")),
                new MigConfigEntry(Optional.of(new TreeSet<>(List.of(3))), List.of(), true,
                        MigInstanceCombination.of(new TreeMap<>(Map.of(Cuts.profile("1g.10gb"), 7)))),
                new MigConfigEntry(Optional.of(new TreeSet<>(List.of(4))), List.of(), false, Cuts.mix()),
                new MigConfigEntry(Optional.of(new TreeSet<>(List.of(6, 7))), List.of(), true, Cuts.mix()));
        assertThat(MigLayoutNotation.parse("1g.10gb+me,2x2g.20gb").getFirst().devices()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";", "3g", "0-3", "3-1=3g.40gb", "a=3g.40gb", "0=3g.40gb,,1g.10gb", "0x3g.40gb", "0=1x",
        "99999=off"})
    void whatCannotBeReadIsRefusedInWords(String text) {
        assertThatThrownBy(() -> MigLayoutNotation.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("(?s).*[a-z].*");
    }

    @Test
    void whatIsWrittenIsReadAgainAndItsNameCanBeALabel() {
        var random = new Random(7);
        for (int round = 0; round < 500; round++) {
            var entries = entries(random);
            assertThat(MigLayoutNotation.parse(MigLayoutNotation.format(entries))).isEqualTo(entries);
            assertThat(MigLayoutNotation.configNameFor(entries))
                    .matches("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?").isEqualTo(MigLayoutNotation
                            .configNameFor(MigLayoutNotation.parse(MigLayoutNotation.format(entries))));
        }
    }

    private static List<MigConfigEntry> entries(Random random) {
        var sizes = MigProductCatalog.bundled().findById("h100-80gb").orElseThrow().profiles();
        var entries = new ArrayList<MigConfigEntry>();
        int parts = 1 + random.nextInt(4);
        for (int part = 0; part < parts; part++) {
            SortedSet<Integer> gpus = new TreeSet<>();
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                gpus.add(random.nextInt(16));
            }
            var counts = new TreeMap<MigProfile, Integer>();
            for (int i = random.nextInt(4); i > 0; i--) {
                counts.put(sizes.get(random.nextInt(sizes.size())).profile(), 1 + random.nextInt(7));
            }
            entries.add(new MigConfigEntry(random.nextInt(5) == 0 ? Optional.empty() : Optional.of(gpus), List.of(),
                    !counts.isEmpty() || random.nextBoolean(), MigInstanceCombination.of(counts)));
        }
        return entries;
    }
}
