package tessera.cluster.decode;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

class JsonScannerTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String[] PIECES = {"a", "name", "\"", "\\", "/", "\n", "\t", "\u0001", "é", "漢字", "😀", "שלום",
        "\u2028", "{", "}", "[", "]", ":", ",", " ", "{\"a\":[1]}", "x".repeat(70)};

    private final StringPool strings = new StringPool();

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    private static JsonScanner scan(String json) {
        return new JsonScanner(new ByteArrayInputStream(json.getBytes(UTF_8)));
    }

    private static JsonNode tree(RandomGenerator random, int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 9)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(random.nextInt());
            case 3 -> NODES.numberNode(new BigDecimal(random.nextLong()).scaleByPowerOfTen(random.nextInt(9) - 4));
            case 4, 5 -> NODES.textNode(text(random));
            case 6 -> {
                var array = NODES.arrayNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    array.add(tree(random, depth - 1));
                }
                yield array;
            }
            default -> {
                var object = NODES.objectNode();
                for (int i = random.nextInt(8); i > 0; i--) {
                    object.set(text(random), tree(random, depth - 1));
                }
                yield object;
            }
        };
    }

    private static String text(RandomGenerator random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    /** Reads what should be there, or skips it, by chance. */
    private void compare(JsonScanner json, JsonNode expected, RandomGenerator random) throws IOException {
        if (random.nextInt(6) == 0) {
            json.skipValue();
        } else if (expected.isObject()) {
            assertThat(json.enterObject()).isTrue();
            var seen = new HashSet<String>();
            for (var name = json.nextFieldName(strings); name != null; name = json.nextFieldName(strings)) {
                seen.add(name);
                compare(json, expected.path(name), random);
            }
            var names = new HashSet<String>();
            expected.fieldNames().forEachRemaining(names::add);
            assertThat(seen).isEqualTo(names);
        } else if (expected.isArray()) {
            assertThat(json.enterArray()).isTrue();
            int count = 0;
            for (; json.nextElement(); count++) {
                compare(json, expected.path(count), random);
            }
            assertThat(count).isEqualTo(expected.size());
        } else {
            assertThat(json.readText()).isEqualTo(expected.isNull() ? "" : expected.asText());
        }
    }

    @Test
    void whatJacksonWritesIsReadAsWrittenOrSkippedHoweverItArrives() throws IOException {
        for (long seed = 0; seed < 3_000; seed++) {
            var random = random(seed);
            var builder = JsonMapper.builder();
            if (random.nextBoolean()) {
                builder.enable(JsonWriteFeature.ESCAPE_NON_ASCII);
            }
            var writer = random.nextBoolean() ? builder.build().writerWithDefaultPrettyPrinter()
                    : builder.build().writer();
            var expected = tree(random, 6);
            var bytes = writer.writeValueAsBytes(expected);

            var json = new JsonScanner(new Trickle(bytes, random));
            compare(json, expected, random);

            assertThat(json.isExhausted()).as("seed %d", seed).isTrue();
        }
    }

    @Test
    void onlyTheFieldsThatAreLookedForAreHandedOutWithTheirValues() throws IOException {
        int found = 0;
        for (long seed = 0; seed < 3_000; seed++) {
            var random = random(seed);
            var object = NODES.objectNode();
            for (int i = random.nextInt(12); i > 0; i--) {
                object.set(text(random), tree(random, 4));
            }
            var wanted = new ArrayList<String>();
            object.fieldNames().forEachRemaining(wanted::add);
            wanted.removeIf(name -> random.nextBoolean() || !name.matches("[ -~&&[^\"\\\\]]*"));
            var unread = List.copyOf(wanted);
            wanted.add(random.nextInt(wanted.size() + 1), "absent");
            var fields = JsonFieldNameTable.of(wanted.toArray(String[]::new));

            var json = new JsonScanner(new Trickle(new JsonMapper().writeValueAsBytes(object), random));
            assertThat(json.enterObject()).isTrue();
            var read = new ArrayList<String>();
            for (int field = json.nextField(fields); field != JsonScanner.END; field = json.nextField(fields)) {
                read.add(wanted.get(field));
                compare(json, object.path(wanted.get(field)), random);
            }

            assertThat(read).as("seed %d", seed).isEqualTo(unread);
            assertThat(json.isExhausted()).as("seed %d", seed).isTrue();
            found += read.size();
        }
        assertThat(found).isGreaterThan(2_000);
    }

    /** Takes whatever there is in whatever way until nothing is left. */
    private void wander(JsonScanner json, JsonFieldNameTable fields, RandomGenerator random) throws IOException {
        switch (random.nextInt(7)) {
            case 0 -> json.skipValue();
            case 1 -> json.readNumber();
            case 2 -> json.readFlag();
            case 3 -> json.readChoice(fields);
            case 4 -> {
                if (json.enterArray()) {
                    while (json.nextElement()) {
                        wander(json, fields, random);
                    }
                }
            }
            case 5 -> {
                if (json.enterObject()) {
                    for (var name = json.nextFieldName(strings); name != null; name = json.nextFieldName(strings)) {
                        wander(json, fields, random);
                    }
                }
            }
            default -> {
                if (json.enterObject()) {
                    while (json.nextField(fields) != JsonScanner.END) {
                        wander(json, fields, random);
                    }
                }
            }
        }
    }

    @Test
    void whateverIsDamagedAndHoweverItArrivesReadingEndsOrIsToldThatItIsGarbled() {
        var fields = JsonFieldNameTable.of("a", "name", "aname", "x", "");
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            int garbled = 0;
            for (long seed = 0; seed < 20_000; seed++) {
                var random = random(seed);
                var bytes = new JsonMapper().writeValueAsBytes(NODES.objectNode().set("a", tree(random, 5)));
                for (int i = random.nextInt(1, 5); i > 0; i--) {
                    bytes[random.nextInt(bytes.length)] = random.nextBoolean() ? (byte) random.nextInt()
                            : (byte) "\"\\{}[]:,0ntf ".charAt(random.nextInt(13));
                }
                var json = new JsonScanner(new Trickle(bytes, random));
                try {
                    while (!json.isExhausted()) {
                        wander(json, fields, random);
                    }
                } catch (MalformedJsonException e) {
                    garbled++;
                }
            }
            assertThat(garbled).isBetween(5_000, 19_999);
        });
    }

    @Test
    void whatEndsTooEarlyIsNoticedWhereverItEnds() throws IOException {
        for (long seed = 0; seed < 300; seed++) {
            var random = random(seed);
            var object = NODES.objectNode().set("a", tree(random, 5));
            var bytes = new JsonMapper().writeValueAsBytes(object);
            for (int cut = 0; cut < bytes.length; cut++) {
                var start = java.util.Arrays.copyOf(bytes, cut);
                assertThatThrownBy(() -> new JsonScanner(new Trickle(start, random)).skipValue())
                        .as("seed %d cut %d", seed, start.length).isInstanceOf(MalformedJsonException.class);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "\\u0041\\u00e9"            | Aé
            "\\ud83d\\ude00"            | 😀
            "\\ud83d"                   | �
            "\\ude00\\ud83d"            | ��
            "x\\ud83dy"                 | x�y
            "\\u00zz"                   | �
            "\\q"                       | q
            "\\/\\"\\\\"                | /"\\
            12.50                       | 12.50
            true                        | true
            null                        | ~~
            {"a":1}                     | ~~
            [1,[2]]                     | ~~
            """)
    void textsAreUnescapedAndWhatIsNoTextIsAbsent(String json, String text) throws IOException {
        var scanner = scan(json);

        assertThat(scanner.readText()).isEqualTo(text);
        assertThat(scanner.isExhausted()).isTrue();
    }

    @Test
    void bytesThatAreNoUtf8BecomeReplacementCharacters() throws IOException {
        var bytes = new byte[] {'"', 'a', (byte) 0xff, 'b', (byte) 0xc3, '"'};

        assertThat(new JsonScanner(new ByteArrayInputStream(bytes)).readText()).isEqualTo("a\uFFFDb\uFFFD");
    }

    @ParameterizedTest
    @ValueSource(ints = {8_191, 8_192, 8_193, 60_000, 65_530, 65_533, 65_534, 65_535, 65_536, 65_537, 200_000,
        2_000_000})
    void aLongTextIsCutAndWhatFollowsIsRead(int length) throws IOException {
        for (var filler : new String[] {"x", "é", "\\n", "\\u00e9", "😀"}) {
            var scanner = scan("[\"" + filler.repeat(length) + "\",7]");
            assertThat(scanner.enterArray()).isTrue();
            assertThat(scanner.nextElement()).isTrue();
            var text = scanner.readText();
            assertThat(scanner.nextElement()).isTrue();
            assertThat(scanner.readText()).isEqualTo("7");
            assertThat(scanner.nextElement()).isFalse();

            assertThat(text).hasSizeLessThanOrEqualTo(JsonTokenizer.LONGEST + 1).doesNotContain("\uFFFD", "\\");
            if (filler.length() == 1 && length > JsonTokenizer.LONGEST) {
                assertThat(text).startsWith(filler.repeat(4_000)).endsWith("…");
            }
        }
    }

    @Test
    void aTextOfTheWholeBufferInFrontOfAnotherIsSkippedWhole() throws IOException {
        for (int length = 65_500; length < 65_600; length++) {
            var scanner = scan("[\"" + "\\\\".repeat(length / 2) + "\",\"next\"]");
            assertThat(scanner.enterArray()).isTrue();
            assertThat(scanner.nextElement()).isTrue();
            scanner.skipValue();
            assertThat(scanner.nextElement()).isTrue();
            assertThat(scanner.readText()).isEqualTo("next");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":[}", "{\"a\":1 \"b\":2}", "{\"a\" 1}", "{a:1}", "{,\"a\":1}", "{\"a\":1,}", "[1 2]",
        "{\"a\":}", "{\"a\":\u0001}", "}", "{\"a\":1]", "{\"a\":\"b}"})
    void whatIsNotJsonIsRefused(String json) {
        assertThatThrownBy(() -> {
            var scanner = scan(json);
            if (scanner.enterObject()) {
                while (scanner.nextFieldName(strings) != null) {
                    scanner.skipValue();
                }
            } else {
                throw new MalformedJsonException(DecodeReason.JsonFault.NOT_OBJECT);
            }
        }).isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void nestingHasALimitAndBelowItIsNoTrouble() throws IOException {
        scan("[".repeat(9_990) + "]".repeat(9_990)).skipValue();
        assertThatThrownBy(() -> scan("[".repeat(1_000_000)).skipValue()).isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("too deeply");
        assertThatThrownBy(() -> scan("{\"a\":".repeat(60) + "1" + "}".repeat(59) + "]").skipValue())
                .isInstanceOf(MalformedJsonException.class).hasMessageContaining("do not match");
        assertThatThrownBy(() -> scan("1".repeat(100_000)).skipValue()).isInstanceOf(MalformedJsonException.class);
    }

    @ParameterizedTest
    @CsvSource({"5,5", "-7,-7", "99999999999999999999,2147483647", "-1e400,-2147483648", "1e999999999,2147483647",
        "1e-999999999,0", "2.9,2", "1E2,100", "'\"12\"',12", "'\"x\"',0", "true,0", "null,0", "{},0", "+3,3", "--1,0"})
    void numbersAreReadAsFarAsTheyFit(String json, int number) throws IOException {
        assertThat(scan(json).readNumber()).isEqualTo(number);
    }

    @Test
    void textsThatComeAgainAreTheSameObject() throws IOException {
        var scanner = scan("[\"nvidia.com/gpu\",\"nvidia.com/gpu\",\"é\",\"\\u00e9\",\"\",\"%s\",\"%s\"]"
                .formatted("x".repeat(2_000), "x".repeat(2_000)));
        scanner.enterArray();
        var texts = new java.util.ArrayList<String>();
        while (scanner.nextElement()) {
            texts.add(scanner.readText(strings));
        }

        assertThat(texts.get(0)).isSameAs(texts.get(1));
        assertThat(texts.get(2)).isSameAs(texts.get(3));
        assertThat(texts.get(4)).isEmpty();
        assertThat(texts.get(5)).as("long texts are not kept").isNotSameAs(texts.get(6)).isEqualTo(texts.get(6));
    }

    @Test
    void aMillionDifferentTextsAreReadRightThoughFewAreKept() throws IOException {
        for (int i = 0; i < 1_000_000; i += 7) {
            var bytes = ("text-" + i).getBytes(UTF_8);
            assertThat(strings.intern(bytes, 0, bytes.length, ByteSearch.fingerprintOf(bytes))).isEqualTo("text-" + i);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "2026-11-21T05:58:03Z", "2024-02-29T23:59:59Z",
        "1999-12-31T00:00:01Z", "2000-03-01T12:00:00Z", "2100-03-01T00:00:00Z", "0001-01-01T00:00:00Z",
        "2026-11-21T05:58:03.123456Z", "2026-11-21T05:58:03+02:00"})
    void momentsAreRead(String time) throws IOException {
        assertThat(new InternPool().readInstant(scan("\"" + time + "\"")))
                .isEqualTo(java.time.OffsetDateTime.parse(time).toInstant());
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\"", "\"yesterday\"", "\"2026-13-21T05:58:03Z\"", "\"2026-11-21 05:58:03Z\"",
        "12", "\"2026-11-2xT05:58:03Z\"", "{}"})
    void whatIsNoMomentIsNone(String json) throws IOException {
        assertThat(new InternPool().readInstant(scan(json))).isNull();
    }
}
